/**
 * A window for a room that is still being made. Browsers open windows only while a click is being answered: it is opened
 * then, empty, and led to the room once there is one.
 */
export interface RoomWindow {
  /** Leads to the room; in this window where the browser opened none. */
  readonly leadTo: (address: string) => void
  readonly close: () => void
}

export function openRoomWindow(): RoomWindow {
  const opened = window.open('', '_blank')
  return {
    leadTo(address) {
      if (!opened || opened.closed) return location.assign(address)
      // What is opened there can't reach back.
      opened.opener = null
      opened.location.replace(address)
    },
    close: () => opened?.close(),
  }
}
