/** Names of what stands in an archive. They come from members and from their files: nothing in them leads out of its folder. */

const lengthMax = 80
/** Windows takes them for devices, whatever follows a dot. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/iu
/** Windows drops them from the end of a name, and Unix hides what begins with a dot. */
const trimmed = (name: string) => name.replace(/^[\s.]+|[\s.]+$/gu, '')

/** A name without what a file system reads as a path, a device or an order of its own. */
export function safeName(name: string): string {
  const plain = trimmed(
    name
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
      .replace(/[\u0000-\u001f\u007f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '_'),
  )
  const free = device.test(plain) ? `_${plain}` : plain
  const short = [...free]
  if (short.length <= lengthMax) return free === '' ? '_' : free
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(free)?.[0] ?? ''
  return trimmed(short.slice(0, lengthMax - extension.length).join('')) + extension
}

/** Gives each name once, whatever the case of its letters: a second one gets a number. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let given = name
    for (let number = 2; taken.has(given.toLowerCase()); number += 1) given = `${stem} (${number})${extension}`
    taken.add(given.toLowerCase())
    return given
  }
}
