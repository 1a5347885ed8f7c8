/** Whether an address from a call is a page of this platform, whose room opens in place. */
export function isOwnRoom(address: string, here: string = location.href): boolean {
  const url = new URL(address, here)
  return url.origin === new URL(here).origin && url.hash.startsWith('#/')
}
