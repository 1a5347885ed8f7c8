/** Enough to find one that is still there: what opened a dialog may be an entry of a menu that has gone as well. */
const REMEMBERED = 5

let isWatching = false

/**
 * A screen takes most dialogs away at once, without closing them first. The focus was inside and is nowhere then, and the keyboard
 * would start again at the top of the page. It goes back to what had it before the dialog came. Called again it does nothing.
 */
export function returnFocusFromDialogs(): void {
  if (isWatching) return
  isWatching = true
  const recent: HTMLElement[] = []
  const before = new WeakMap<Node, readonly HTMLElement[]>()
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    recent.unshift(target)
    recent.splice(REMEMBERED)
  })
  const giveBack = (portal: Node) => {
    const isLost = document.activeElement === document.body && recent[0]?.isConnected === false
    if (!isLost) return
    const opener = before
      .get(portal)
      ?.find((one) => one.isConnected && one.checkVisibility() && !one.matches(':disabled'))
    opener?.focus({ preventScroll: true })
  }
  // Dialogs, like all that floats, stand in elements of their own at the end of the page.
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const portal of addedNodes)
        before.set(
          portal,
          recent.filter((one) => !portal.contains(one)),
        )
      removedNodes.forEach(giveBack)
    }
  }).observe(document.body, { childList: true })
}
