// The page in a second engine, WebKitGTK, which stands in for the browsers of iPhones: two people play to a win.
//
//   apt-get install webkit2gtk-driver xvfb
//   cargo build --bin enlinea-server && node tests/web/webkit.mjs target/debug/enlinea-server
//
// Speaks WebDriver to a WebKitWebDriver for each person, on a screen of Xvfb. Status 0 where all went well; else 1,
// with what failed.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { existsSync } from "node:fs";

const PATIENCE = 30_000;
const MINI_BROWSERS = ["4.1", "4.0", "6.0"].flatMap((version) =>
  [`/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`, `/usr/lib/aarch64-linux-gnu/webkit2gtk-${version}/MiniBrowser`]);

const started = [];
const pages = [];

/** Starts a program that ends with this one. */
function start(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
  child.on("error", (problem) => fail(`${command}: ${problem.message}`));
  started.push(child);
  return child;
}

function fail(why) {
  console.error(why);
  for (const child of started.toReversed()) child.kill();
  process.exit(1);
}

/** The first match in what a program prints. */
function printed(child, pattern) {
  return new Promise((resolve) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = text.match(pattern);
      if (found) resolve(found[1]);
    });
    child.on("exit", (status) => fail(`a program ended with ${status}: ${text}`));
  });
}

/** A port that nobody has. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Asks again until there is an answer that counts. */
async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`did not come: ${what}`);
    await pause(50);
  }
}

class Page {
  static async open(url) {
    const page = new Page();
    const port = await freePort();
    const driver = `http://127.0.0.1:${port}`;
    start("WebKitWebDriver", [`--port=${port}`], { DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" });
    await until("the driver", async () => (await fetch(`${driver}/status`)).ok);
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } };
    page.session = driver;
    const { sessionId } = await page.command("POST", "/session", { capabilities });
    page.session = `${driver}/session/${sessionId}`;
    pages.push(page);
    await page.command("POST", "/url", { url });
    return page;
  }

  async command(method, path, body) {
    const answer = await fetch(this.session + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  run(script) {
    return this.command("POST", "/execute/sync", { script, args: [] });
  }

  shows(text) {
    return until(text, () => this.run(`return document.body.innerText.includes(${JSON.stringify(text)})`));
  }

  async tap(css) {
    const found = await until(css, () => this.command("POST", "/element", { using: "css selector", value: css }));
    const [id] = Object.values(found);
    await until(`a tap on ${css}`, async () => {
      await this.command("POST", `/element/${id}/click`, {});
      return true;
    });
  }

  async tapButton(words) {
    const value = `//button[contains(normalize-space(.), ${JSON.stringify(words)})]`;
    const found = await until(words, () => this.command("POST", "/element", { using: "xpath", value }));
    const [id] = Object.values(found);
    await this.command("POST", `/element/${id}/click`, {});
  }

  close() {
    return this.command("DELETE", "", undefined);
  }
}

const [server] = process.argv.slice(2);
if (!server) fail("usage: node tests/web/webkit.mjs PATH/TO/enlinea-server");
const binary = MINI_BROWSERS.find(existsSync);
if (!binary) fail("no MiniBrowser of WebKitGTK here: apt-get install webkit2gtk-driver xvfb");

const xvfb = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1000x900x24", "-nolisten", "tcp"]);
const display = `:${await printed(xvfb, /(\d+)\n/)}`;
const host = start(server, ["--listen", "127.0.0.1:0", "--store", "memory", "--no-exhibition", "--no-discovery"]);
const address = await printed(host, /listening on (\S+)/);

try {
  const url = `http://${address}/`;
  const ana = await Page.open(url);
  await ana.tapButton("Invite a friend");
  const code = await until("the code of the room", () => ana.run("return location.hash.slice(1)"));
  const bruno = await Page.open(`${url}#${code}`);
  await bruno.tapButton("Play");
  const begins = await until("whose turn it is", async () => {
    for (const page of [ana, bruno]) {
      if (await page.run("return document.body.innerText.includes('your turn')")) return page;
    }
  });
  const sides = begins === ana ? [ana, bruno] : [bruno, ana];
  for (const [ply, cell] of ["d1", "c1", "d2", "c2", "d3", "c3", "d4"].entries()) {
    const mover = sides[ply % 2];
    await mover.shows("your turn");
    await mover.tap(`[data-cell=${cell}]`);
    for (const page of sides) {
      const label = `return !document.querySelector("[data-cell=${cell}]").ariaLabel.includes("empty")`;
      await until(`${cell} on both pages`, () => page.run(label));
    }
  }
  await sides[0].shows("You win");
  await sides[1].shows("You lose");
  console.log("two people have played to a win in WebKitGTK");
} catch (problem) {
  await Promise.allSettled(pages.map((page) => page.close()));
  fail(problem.message);
}
for (const page of pages) await page.close();
for (const child of started.toReversed()) {
  child.removeAllListeners("exit");
  child.kill();
}
