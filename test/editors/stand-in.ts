/** What of VS Code's API has an answer of its own; all else is a stand-in again. */
const answers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["vscode.version", "1.91.0"],
  ["vscode.env.language", "en"],
  ["vscode.env.appName", "stand-in"],
  ["vscode.workspace.workspaceFolders", undefined],
]);

/**
 * Something that takes everything: a namespace, a class, a function. `path` says how it was reached;
 * what VS Code is given to register goes into `registered`.
 */
export function standIn(path: string, registered: Set<string>): object {
  const next = (reached: string) => standIn(reached, registered);
  return new Proxy(function () {}, {
    get(target, key): unknown {
      if (key === "prototype") return target.prototype;
      if (key === "then") return undefined;
      if (key === "length") return 0;
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (key === Symbol.toPrimitive) return () => path;
      const reached = `${path}.${String(key)}`;
      return answers.has(reached) ? answers.get(reached) : next(reached);
    },
    apply(_target, _this, [first]: unknown[]): unknown {
      if (path.endsWith(".getConfiguration")) {
        return { get: (_name: string, byDefault: unknown) => byDefault };
      }
      const name = /^vscode\.(?:languages|tasks|commands|workspace)\.(register\w+)$/.exec(
        path,
      )?.[1];
      if (name !== undefined) registered.add(typeof first === "string" ? `${name} ${first}` : name);
      return next(`${path}()`);
    },
    construct(target, _args, newTarget): object {
      const extended = newTarget !== target && String(newTarget).startsWith("class");
      const made: unknown = extended ? Reflect.construct(Object, [], newTarget) : undefined;
      return typeof made === "object" && made !== null ? made : next(`new ${path}`);
    },
  });
}
