/**
 * A window for a room that is still being created. Browsers open windows only during a click. So the window opens empty
 * during the click, and gets its address later.
 */
export interface RoomWindow {
  /** Navigates to the room; in this window if the browser opened none. */
  readonly leadTo: (address: string) => void
  readonly close: () => void
}

export function openRoomWindow(): RoomWindow {
  const opened = window.open('', '_blank')
  return {
    leadTo(address) {
      if (!opened || opened.closed) return location.assign(address)
      // The opened page gets no access to this window.
      opened.opener = null
      opened.location.replace(address)
    },
    close: () => opened?.close(),
  }
}
