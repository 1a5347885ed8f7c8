/** `01:30` or `1:02:03` as milliseconds; undefined for anything else. */
export function clockMs(text: string): number | undefined {
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  if (!parts) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  if (parts[1] !== undefined && Number(minutes) > 59) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
