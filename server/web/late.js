// What the document says if the page does not come: shown at once where a
// module fails, and after a while by `base.css` whatever the reason. It needs no
// other module, since any of them may be the one that is missing.

const late = document.getElementById("late");
late?.querySelector("button")?.addEventListener("click", () => location.reload());
// A script that fails tells its element alone, on the way down.
addEventListener("error", (event) => event.target instanceof HTMLScriptElement && late?.classList.add("now"), true);
