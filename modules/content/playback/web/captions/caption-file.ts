/** The text of a caption file, whatever encoding it was saved in: players of the desktop write UTF-8, UTF-16 and GB 18030. */
import { captionLengthMax } from '../../contract/captions.ts'

/** No encoding needs more for a character. */
const BYTES_OF_CHARACTER = 4

type FileProblem = { readonly problem: 'tooLong' | 'unknownEncoding' }

function encodingsOf([first, second]: Uint8Array): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  return ['utf-8', 'gb18030']
}

/** What is no text in any of the encodings is refused, not guessed: a wrong guess would show readers nonsense. */
export async function textOfFile(file: Blob): Promise<string | FileProblem> {
  if (file.size > captionLengthMax * BYTES_OF_CHARACTER) return { problem: 'tooLong' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (const encoding of encodingsOf(bytes)) {
    const text = decoded(bytes, encoding)
    if (text === undefined || text.includes('\u0000')) continue
    return text.length > captionLengthMax ? { problem: 'tooLong' } : text
  }
  return { problem: 'unknownEncoding' }
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
