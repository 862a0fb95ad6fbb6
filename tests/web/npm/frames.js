// Writes the golden frames in JSON as typed literals: `node frames.js FOLDER` makes files there that `tsc` accepts
// only where every frame has its type in `protocol.d.ts`. A frame as a module of JSON would not do: its words would
// be of the type `string`.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const folder = process.argv[2];
if (!folder) {
  throw new Error("name the folder to write to");
}
mkdirSync(folder, { recursive: true });
const protocol = relative(folder, join(root, "protocol/protocol.d.ts"));

for (const [file, type] of [["client", "ClientMessage"], ["server", "ServerMessage"]]) {
  const lines = readFileSync(join(root, `tests/data/wire/${file}.txt`), "utf8").split("\n");
  const frames = lines.filter((line) => line.startsWith("{"));
  if (frames.length === 0) {
    throw new Error(`${file}.txt has no frames`);
  }
  const literals = frames.map((frame) => `  /** @satisfies {${type}} */ (${frame}),\n`);
  writeFileSync(
    join(folder, `${file}.js`),
    `/** @import { ${type} } from "${protocol}" */\n\nexport const frames = [\n${literals.join("")}];\n`,
  );
  console.log(`${frames.length} frames of the ${file}`);
}

const settings = {
  compilerOptions: {
    target: "es2022", module: "nodenext", types: [], lib: ["es2022"],
    strict: true, checkJs: true, allowJs: true, noEmit: true, allowImportingTsExtensions: true,
  },
  include: ["*.js"],
};
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
