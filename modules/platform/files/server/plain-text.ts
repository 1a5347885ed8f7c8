/** Detects plain text, which has no signature: it must decode as text and not start like HTML or SVG. */

/** The starts by which browsers recognize HTML, and the start of XML, which includes SVG. */
const PAGE =
  /^(<!--[\s\S]*?-->|\s)*<(!doctype|html|head|body|script|iframe|svg|style|title|table|a|br|p|h1|div|\?xml)[\s>/]/i

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    // `stream`: the last character may be cut off at the end of the sample.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function encodingOf(bytes: Uint8Array): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  return ['utf-8', 'gb18030']
}

/** Whether a sample from the start of a file is text (UTF-8, UTF-16 with a BOM, or GB 18030) and no page. */
export function isPlainText(sample: Uint8Array): boolean {
  for (const encoding of encodingOf(sample)) {
    const text = decode(sample, encoding)
    if (text === undefined) continue
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary data from text.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !PAGE.test(text.replace(/^\ufeff/, ''))
  }
  return false
}
