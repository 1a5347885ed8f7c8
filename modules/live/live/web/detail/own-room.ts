/** Whether an address that a call answered is a page of this platform, whose room opens where one is. */
export function isOwnRoom(address: string, here: string = location.href): boolean {
  const url = new URL(address, here)
  return url.origin === new URL(here).origin && url.hash.startsWith('#/')
}
