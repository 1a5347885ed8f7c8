// Scripts of external engines (a supplier of live sessions, a player) that an installation needs stand here or are fetched from
// here; the product itself needs none. Loaded once, before the first screen of the personal center or of a branch.
window.shuyuanEngines = window.shuyuanEngines || { loaded: true }
