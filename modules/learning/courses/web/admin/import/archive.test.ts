import fc from 'fast-check'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readArchive, UnreadableArchive } from './archive.ts'
import { filesOfField } from './gather.ts'

const blob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])
const zip = (files: Zippable) => zipSync(files)
const contentOf = async (content: Blob) => new TextDecoder().decode(await content.arrayBuffer())

/** The places in an archive where a signature stands. */
function places(bytes: Uint8Array, signature: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: Math.max(0, bytes.length - 3) }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === signature,
  )
}

/** An archive with a value of its directory, of the first entry or of all, written over. */
function changed(bytes: Uint8Array, offset: number, value: number, size: 2 | 4 = 4): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const view = new DataView(copy.buffer)
  for (const at of places(copy, 0x02014b50))
    size === 4 ? view.setUint32(at + offset, value, true) : view.setUint16(at + offset, value, true)
  return copy
}

/** Writes names over, byte by byte: `from` has as many bytes as `to`. */
function renamed(bytes: Uint8Array, from: string, to: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const wanted = strToU8(from)
  for (let at = 0; at + wanted.length <= copy.length; at += 1)
    if (wanted.every((byte, index) => copy[at + index] === byte)) copy.set(to, at)
  return copy
}

async function problem(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (failed: unknown) => failed,
  )
  return error instanceof UnreadableArchive ? error.problem : `not refused: ${String(error)}`
}

const [one] = ['x'.repeat(2000)]

describe('an archive', () => {
  it('gives its files, packed and stored, and no folders', async () => {
    const bytes = zip({
      'a/': new Uint8Array(),
      'a/one.txt': strToU8(one ?? ''),
      'two.txt': [strToU8('two'), { level: 0 }],
    })
    const entries = await readArchive(blob(bytes))
    expect(entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a/one.txt', 2000],
      ['two.txt', 3],
    ])
    expect(await Promise.all(entries.map(async ({ open }) => contentOf(await open())))).toEqual([one, 'two'])
  })

  it('is read as it was written, whatever is in it', async () => {
    const content = fc.uint8Array({ maxLength: 5000 })
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom(0, 6, 9), async (bytes, level) => {
        const [entry] = await readArchive(blob(zip({ 'a.bin': [bytes, { level: level as 0 | 6 | 9 }] })))
        expect(new Uint8Array((await (await entry?.open())?.arrayBuffer()) ?? new ArrayBuffer(1))).toEqual(bytes)
      }),
    )
  })

  it('names its files as its maker did: in GBK without the mark of UTF-8, also where a name looks like UTF-8', async () => {
    const [mulu, anquan] = [
      [0xc4, 0xbf, 0xc2, 0xbc],
      [0xb0, 0xb2, 0xc8, 0xab],
    ]
    const bytes = renamed(
      renamed(zip({ 'AAAA.mp4': strToU8('x'), 'BBBB.mp4': strToU8('x') }), 'AAAA', Uint8Array.from(mulu)),
      'BBBB',
      Uint8Array.from(anquan),
    )
    expect((await readArchive(blob(bytes))).map(({ path }) => path)).toEqual(['目录.mp4', '安全.mp4'])
    const marked = await readArchive(blob(zip({ '安全/消防.mp4': strToU8('x') })))
    expect(marked.map(({ path }) => path)).toEqual(['安全/消防.mp4'])
    const unmarked = changed(zip({ '安全/消防.mp4': strToU8('x') }), 8, 0, 2)
    expect((await readArchive(blob(unmarked))).map(({ path }) => path)).toEqual(['安全/消防.mp4'])
  })

  it.each([
    ['../../etc/passwd.mp4', 'unsafe-path'],
    ['a/../../b.mp4', 'unsafe-path'],
    ['/root/a.mp4', 'unsafe-path'],
    ['C:\\a.mp4', 'unsafe-path'],
    ['..\\a.mp4', 'unsafe-path'],
    ['a\u0000b.mp4', 'unsafe-path'],
  ])('does not take %j', async (name, reason) => {
    const entries = await readArchive(blob(zip({ [name]: strToU8('x'), 'good.mp4': strToU8('y') })))
    expect(entries.map((entry) => entry.problem)).toEqual([reason, undefined])
  })

  it('takes no entry that is encrypted, a link, packed in another way, a bomb, or there twice', async () => {
    const bytes = zip({ 'a.mp4': strToU8(one ?? '') })
    const first = async (archive: Uint8Array) => (await readArchive(blob(archive)))[0]?.problem
    expect(await first(changed(bytes, 8, 1, 2))).toBe('encrypted')
    expect(await first(changed(bytes, 10, 9, 2))).toBe('compression')
    expect(await first(zip({ 'a.mp4': [strToU8('b'), { os: 3, attrs: 0o120777 << 16 }] }))).toBe('link')
    expect(await first(changed(bytes, 24, 1024 ** 3))).toBe('bomb')
    expect(await first(bytes)).toBeUndefined()
    const twice = renamed(zip({ 'a.mp4': strToU8('1'), 'b.mp4': strToU8('2') }), 'b.mp4', strToU8('a.mp4'))
    expect((await readArchive(blob(twice))).map((entry) => entry.problem)).toEqual([undefined, 'twice'])
  })

  it('stops at once when an entry is more, or something else, than the directory says', async () => {
    const bytes = zip({ 'a.mp4': strToU8(one ?? '') })
    const opened = async (archive: Uint8Array) =>
      problem((await readArchive(blob(archive)))[0]?.open() ?? Promise.resolve())
    expect(await opened(changed(bytes, 24, 100))).toBe('bomb')
    expect(await opened(changed(bytes, 24, 2001))).toBe('damaged')
    expect(await opened(changed(bytes, 16, 1))).toBe('damaged')
    const stored = zip({ 'a.mp4': [strToU8(one ?? ''), { level: 0 }] })
    expect(await opened(changed(stored, 24, 1))).toBe('damaged')
  })

  it('is refused as a whole when entries share their bytes, or are too many or too much', async () => {
    const two = zip({ 'a.mp4': strToU8(one ?? ''), 'b.mp4': strToU8(one ?? '') })
    expect(await problem(readArchive(blob(changed(two, 42, 0))))).toBe('bomb')
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`${index}`, new Uint8Array()]))
    expect(await problem(readArchive(blob(zipSync(many, { level: 0 }))))).toBe('too-many-entries')
    const large = zip(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}`, strToU8('x')])))
    expect(await problem(readArchive(blob(changed(large, 24, 0xfffffffe))))).toBe('bomb')
  })

  it('is damaged when it is cut, or none at all, and never ends in another way', async () => {
    const bytes = zip({ 'a.mp4': strToU8(one ?? ''), 'b/c.pdf': strToU8('c') })
    expect(await problem(readArchive(blob(strToU8('no archive'))))).toBe('damaged')
    expect(await problem(readArchive(blob(new Uint8Array())))).toBe('damaged')
    for (const length of [1, 22, bytes.length - 1])
      expect(await problem(readArchive(blob(bytes.slice(0, length))))).toBe('damaged')
    const spoilt = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(spoilt, async (changes) => {
        const copy = Uint8Array.from(bytes)
        for (const [at, value] of changes) copy[at] = value
        try {
          for (const entry of await readArchive(blob(copy))) {
            const content = entry.problem ? undefined : await entry.open()
            expect(content?.size ?? entry.sizeBytes).toBe(entry.sizeBytes)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableArchive)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('above 4 GB names sizes and places in its extra fields', async () => {
    // The directory of one entry whose three values stand in the extra field, and the ends for large archives.
    const name = strToU8('a.mp4')
    const local = new Uint8Array(30 + name.length + 1)
    const localView = new DataView(local.buffer)
    localView.setUint32(0, 0x04034b50, true)
    localView.setUint16(26, name.length, true)
    local.set(name, 30)
    local.set(strToU8('x'), 30 + name.length)
    const entry = new Uint8Array(46 + name.length + 28)
    const entryView = new DataView(entry.buffer)
    entryView.setUint32(0, 0x02014b50, true)
    entryView.setUint16(28, name.length, true)
    entryView.setUint16(30, 28, true)
    for (const at of [20, 24, 42]) entryView.setUint32(at, 0xffffffff, true)
    entry.set(name, 46)
    const extraAt = 46 + name.length
    entryView.setUint16(extraAt, 1, true)
    entryView.setUint16(extraAt + 2, 24, true)
    entryView.setBigUint64(extraAt + 4, 1n, true)
    entryView.setBigUint64(extraAt + 12, 1n, true)
    entryView.setBigUint64(extraAt + 20, 0n, true)
    const ends = new Uint8Array(56 + 20 + 22)
    const endsView = new DataView(ends.buffer)
    endsView.setUint32(0, 0x06064b50, true)
    endsView.setBigUint64(32, 1n, true)
    endsView.setBigUint64(40, BigInt(entry.length), true)
    endsView.setBigUint64(48, BigInt(local.length), true)
    endsView.setUint32(56, 0x07064b50, true)
    endsView.setBigUint64(64, BigInt(local.length + entry.length), true)
    endsView.setUint32(76, 0x06054b50, true)
    endsView.setUint16(86, 0xffff, true)
    endsView.setUint32(88, 0xffffffff, true)
    endsView.setUint32(92, 0xffffffff, true)
    const [only] = await readArchive(new Blob([local, entry, ends]))
    expect(only).toMatchObject({ path: 'a.mp4', sizeBytes: 1 })
    expect(await contentOf((await only?.open()) ?? new Blob())).toBe('x')
  })
})

describe('what was chosen', () => {
  const file = (name: string, files: Zippable) => new File([Uint8Array.from(zip(files))], name)
  const found = async (...files: File[]) =>
    (await filesOfField(files)).files.map(({ path, isPackage, problem: why }) => [
      path,
      isPackage ? 'package' : (why ?? 'file'),
    ])

  it.each(['imsmanifest.xml', 'cmi5.xml', 'tincan.xml', 'h5p.json'])(
    'is one package with %s at its top',
    async (name) => {
      const content = { [name]: strToU8('x'), 'page.mp4': strToU8('y') }
      expect(await found(file('课件.zip', content))).toEqual([['课件.zip', 'package']])
      const outer = Object.fromEntries(Object.entries(content).map(([path, bytes]) => [`outer/${path}`, bytes]))
      expect(await found(file('a.zip', outer))).toEqual([['a.zip', 'package']])
      // Deeper inside, it is one of several things.
      expect(await found(file('a.zip', { ...outer, 'b.mp4': strToU8('z') }))).toContainEqual(['a/b.mp4', 'file'])
    },
  )

  it('is what an archive holds, but not what archives in it hold', async () => {
    const files = { 'a.mp4': strToU8('x'), 'inner.zip': zip({ 'b.mp4': strToU8('y') }), 'c.h5p': strToU8('z') }
    expect(await found(file('C.zip', files))).toEqual([
      ['C/a.mp4', 'file'],
      ['C/inner.zip', 'archive'],
      ['C/c.h5p', 'package'],
    ])
    expect(await found(new File(['nothing'], 'C.zip'), new File(['x'], 'd.h5p'))).toEqual([
      ['C.zip', 'damaged'],
      ['d.h5p', 'package'],
    ])
  })

  it('opens as a file under its own name, which an interrupted upload knows by its content', async () => {
    const [first, second] = (await filesOfField([file('C.zip', { 'a/x.mp4': strToU8('1'), 'b/x.mp4': strToU8('2') })]))
      .files
    const open = async (source: typeof first) => (source && 'open' in source.source ? source.source.open() : undefined)
    const [one1, two] = [await open(first), await open(second)]
    expect([one1?.name, two?.name, one1?.size, two?.size]).toEqual(['x.mp4', 'x.mp4', 1, 1])
    expect(one1?.lastModified).not.toBe(two?.lastModified)
  })
})
