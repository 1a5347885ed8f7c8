const STEP_SECONDS = 5
const VOLUME_STEP = 0.1

/** What a key does to a player. Answers whether the key was one of them. */
export function handleMediaKey(media: HTMLMediaElement, key: string, toggleFullscreen: () => void): boolean {
  switch (key) {
    case ' ':
    case 'k':
      togglePlaying(media)
      return true
    case 'ArrowLeft':
      seekBy(media, -STEP_SECONDS)
      return true
    case 'ArrowRight':
      seekBy(media, STEP_SECONDS)
      return true
    case 'ArrowUp':
      changeVolume(media, VOLUME_STEP)
      return true
    case 'ArrowDown':
      changeVolume(media, -VOLUME_STEP)
      return true
    case 'm':
      media.muted = !media.muted
      return true
    case 'f':
      toggleFullscreen()
      return true
    default:
      return false
  }
}

export function seekBy(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = Math.min(Math.max(0, media.currentTime + seconds), media.duration || 0)
}

function changeVolume(media: HTMLMediaElement, step: number): void {
  media.muted = false
  media.volume = Math.min(1, Math.max(0, media.volume + step))
}

/** A browser that refuses to play leaves the player paused, which is what its button says. */
export function togglePlaying(media: HTMLMediaElement): void {
  if (media.paused) void media.play().catch(() => undefined)
  else media.pause()
}

const fields = 'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="tablist"]'

/** Whether the key is meant for something else that has the focus: a field, a button, a dialog. */
export function isKeyTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(fields)) return true
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow')
  return key === ' ' && target.closest('button, a, summary') !== null
}
