import { describe, expect, it } from "vitest";
import { patiently } from "../../runtime/device/patience.js";

const later = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, value);
  });

describe("waiting in Node", () => {
  it("gives what the promise gives", async () => {
    await expect(patiently(later(5, "y"))).resolves.toBe("y");
    await expect(patiently(Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  });

  it("serves the event loop meanwhile", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    await patiently(later(200, undefined));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it("leaves the cores alone", async () => {
    const before = process.cpuUsage();
    await patiently(later(400, undefined));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(300);
  });
});
