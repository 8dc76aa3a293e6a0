import type { Diagnostic } from "../../grammar/diagnostic.js";

/*
 * What an analysis works out is kept for the next one of the same files, as an editor needs it at
 * every key. An answer notes what it read of the files' names and which other answers it rests on;
 * it is taken over as long as all of these are the same. Whatever it reported is reported again, so
 * an analysis that takes answers over finds what a first one would.
 */

/** Something that an answer has read of a module and that an edit may change. */
export interface Need {
  /** What is read: the same key, the same thing. */
  readonly key: string;
  readonly holds: () => boolean;
}

/** What one question leads to. */
interface Answer<V> {
  readonly value: V;
  readonly needs: ReadonlyMap<string, Need>;
  readonly asked: readonly Asked[];
  readonly findings: readonly Diagnostic[];
  readonly layers: number;
  readonly lasting: boolean;
}

interface Asked {
  readonly again: () => unknown;
  readonly value: unknown;
}

interface Frame {
  readonly needs: Map<string, Need>;
  readonly asked: Asked[];
  readonly findings: Diagnostic[];
  layers: number;
  lasting: boolean;
}

/** The answers to questions of one kind, each about a node of a tree. */
export class Answers<V> {
  readonly given = new Map<object, Answer<V>>();
  readonly kept = new WeakMap<object, Answer<V>>();
}

/** One question: about which node, how it is asked again, and how it is answered. */
export interface Question<V> {
  readonly about: object;
  readonly again: () => V;
  readonly work: () => V;
  readonly report: (finding: Diagnostic) => void;
  /** Whether an answer with so many findings and layers would be another one by now. */
  readonly full: (findings: number, layers: number) => boolean;
}

/** Asks and remembers. One analysis asks each question once. */
export class Recall {
  private readonly frames: Frame[] = [];
  private readonly all: Answers<unknown>[] = [];
  /** The layers of all answers of this analysis. */
  layers = 0;

  answers<V>(): Answers<V> {
    const answers = new Answers<V>();
    this.all.push(answers);
    return answers;
  }

  /** Begins another analysis. */
  restart(): void {
    this.layers = 0;
    for (const { given } of this.all) given.clear();
  }

  note(need: Need): void {
    this.frames.at(-1)?.needs.set(need.key, need);
  }

  found(finding: Diagnostic): void {
    this.frames.at(-1)?.findings.push(finding);
  }

  spend(layers: number): void {
    this.layers += layers;
    const frame = this.frames.at(-1);
    if (frame) frame.layers += layers;
  }

  /** What is being answered holds for this analysis only: it was cut short by something around it. */
  passing(): void {
    for (const frame of this.frames) frame.lasting = false;
  }

  ask<V>(answers: Answers<V>, question: Question<V>): V {
    const { about, again } = question;
    const answer =
      answers.given.get(about) ??
      this.takenOver(answers.kept.get(about), question) ??
      this.workedOut(question);
    answers.given.set(about, answer);
    answers.kept.set(about, answer);
    const frame = this.frames.at(-1);
    if (frame) {
      frame.asked.push({ again, value: answer.value });
      if (!answer.lasting) frame.lasting = false;
    }
    return answer.value;
  }

  private takenOver<V>(kept: Answer<V> | undefined, question: Question<V>): Answer<V> | undefined {
    if (kept?.lasting !== true) return undefined;
    for (const need of kept.needs.values()) if (!need.holds()) return undefined;
    return this.inFrame(() => {
      for (const { again, value } of kept.asked) if (again() !== value) return undefined;
      if (question.full(kept.findings.length, this.layers + kept.layers)) return undefined;
      this.layers += kept.layers;
      for (const finding of kept.findings) question.report(finding);
      return kept;
    });
  }

  private workedOut<V>({ work }: Question<V>): Answer<V> {
    return this.inFrame((frame) => {
      const value = work();
      return { ...frame, value };
    });
  }

  private inFrame<R>(work: (frame: Frame) => R): R {
    const frame: Frame = { needs: new Map(), asked: [], findings: [], layers: 0, lasting: true };
    this.frames.push(frame);
    try {
      return work(frame);
    } finally {
      this.frames.pop();
    }
  }
}
