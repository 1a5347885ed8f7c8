const two = (value: number) => String(value).padStart(2, '0')

/** A position in a video: `03:12`, `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** `01:30` or `1:02:03` as milliseconds; undefined for anything else. */
export function clockMs(text: string): number | undefined {
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  if (!parts) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  if (parts[1] !== undefined && Number(minutes) > 59) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
