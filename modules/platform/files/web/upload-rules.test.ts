import { describe, expect, it } from 'vitest'
import cn from '#kit/messages/cn.json' with { type: 'json' }
import en from '#kit/messages/en.json' with { type: 'json' }
import { proves } from '#test/proves.ts'
import { attachmentsMax, files } from '../contract.ts'
import { actionsOf } from './upload-queue.ts'
import { acceptOf, bytesText, iconOf, largestText, refusalOf, typesText } from './upload-rules.ts'

const megabyte = 1024 * 1024

describe('a chosen file', () => {
  it('[SYSTEM-064] is refused by its name before the upload', () => {
    expect(refusalOf('video', { name: 'a.exe', size: 1 })?.reason).toBe('type')
    expect(refusalOf('video', { name: 'a', size: 1 })?.reason).toBe('type')
    expect(refusalOf('image', { name: 'a.gif', size: 1 })?.reason).toBe('type')
    expect(refusalOf('video', { name: 'a.MP4', size: 1 })).toBeUndefined()
  })

  it.each([
    ['SYSTEM-066', 'image', 'a.png', 5],
    ['SYSTEM-067', 'cover', 'a.png', 10],
    ['SYSTEM-069', 'video', 'a.mp4', 1024],
    ['SYSTEM-069', 'audio', 'a.mp3', 1024],
    ['SYSTEM-070', 'document', 'a.pdf', 100],
    ['SYSTEM-071', 'attachment', 'a.zip', 1024],
    ['SYSTEM-072', 'document', 'a.ppt', 50],
    ['SYSTEM-072', 'document', 'a.pptx', 50],
  ] as const)('is refused by its size, one byte over the limit: %s, %s %s', async (id, kind, name, megabytes) => {
    await proves(id, () => {
      expect(refusalOf(kind, { name, size: megabytes * megabyte })).toBeUndefined()
      expect(refusalOf(kind, { name, size: megabytes * megabyte + 1 })?.reason).toBe('size')
    })
  })

  it('is refused if it is empty, or as a portrait of more than 3 MB', () => {
    expect(refusalOf('video', { name: 'a.mp4', size: 0 })?.reason).toBe('empty')
    expect(refusalOf('avatar', { name: 'a.jpg', size: 3 * megabyte })).toBeUndefined()
    expect(refusalOf('avatar', { name: 'a.jpg', size: 3 * megabyte + 1 })?.reason).toBe('size')
  })

  it('[SYSTEM-076] is refused by the length of its name', () => {
    const named = (length: number) => ({ name: `${'课'.repeat(length - 4)}.pdf`, size: 1 })
    expect(refusalOf('pdf', named(100))).toBeUndefined()
    expect(refusalOf('pdf', named(101))).toEqual({ reason: 'name', values: { max: 100 } })
    expect(refusalOf('attachment', named(200))).toBeUndefined()
    expect(refusalOf('attachment', named(201))).toEqual({ reason: 'name', values: { max: 200 } })
  })
})

describe('a field', () => {
  it('describes the accepted types', () => {
    expect(acceptOf('video')).toBe('.mp4,.m4v,.webm')
    expect(typesText('avatar', String)).toBe('JPG / JPEG / PNG')
    expect(typesText('attachment', String)).toBe('picture / pdf / office / slides / text / video / audio / archive')
    expect([largestText('document'), largestText('video'), largestText('image')]).toEqual(['100 MB', '1 GB', '5 MB'])
    expect([iconOf('a.PNG'), iconOf('a.webm'), iconOf('a.zip'), iconOf('a')]).toEqual([
      'image',
      'video',
      'folder',
      'file',
    ])
  })

  it('accepts ten files at most', () => {
    expect(attachmentsMax).toBe(10)
  })

  it('[SYSTEM-080] allows ten minutes for a call with a file', () => {
    const calls = [files.uploadFile, files.cropperUpload, files.finishUpload]
    expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([600_000, 600_000, 600_000])
  })

  it('[SYSTEM-110] shows a failed conversion with the text of the specification', () => {
    expect([cn.dict['conversion-failed'], en.dict['conversion-failed']]).toEqual(['转换失败', 'Conversion failed'])
  })

  it('formats sizes', () => {
    const sizes = [0, 1023, 1024, 1536, 123_456_789, 1024 ** 3, 1.5 * 1024 ** 3]
    expect(sizes.map(bytesText)).toEqual(['0 B', '1023 B', '1 KB', '1.5 KB', '118 MB', '1 GB', '1.5 GB'])
  })

  it('allows the removal of every item, except during its completion', () => {
    const removable = Object.entries(actionsOf).filter(([, actions]) => actions.includes('remove'))
    expect(removable.map(([state]) => state)).toEqual([
      'waiting',
      'unpacking',
      'uploading',
      'paused',
      'done',
      'failed',
      'refused',
    ])
  })
})
