/** Names of what stands in an archive. They come from members and from their files: nothing in them leads out of its folder. */

const lengthMax = 80

/** A name without what a file system reads as a path, a device or an order of its own. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go.
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  const short = [...plain]
  if (short.length <= lengthMax) return plain === '' ? '_' : plain
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  return short.slice(0, lengthMax - extension.length).join('') + extension
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
