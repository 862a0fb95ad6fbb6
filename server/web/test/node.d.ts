// What the tests use of node, so that checking them needs no other package.
declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
  };
  export default assert;
}
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(millis: number): void; reset(): void };
  };
}
declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
  export function readdirSync(path: URL): string[];
}
