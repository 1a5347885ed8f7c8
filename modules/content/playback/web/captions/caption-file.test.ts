import { expect, test } from 'vitest'
import { captionLengthMax } from '../../contract/captions.ts'
import { textOfFile } from './caption-file.ts'

const read = (...bytes: number[]) => textOfFile(new Blob([new Uint8Array(bytes)]))

test('a caption file is read in the encoding that it was saved in', async () => {
  expect(await textOfFile(new Blob(['\uFEFF中文 a']))).toBe('中文 a')
  expect(await read(0xd6, 0xd0, 0xce, 0xc4)).toBe('中文')
  expect(await read(0xff, 0xfe, 0x2d, 0x4e)).toBe('中')
  expect(await read(0xfe, 0xff, 0x4e, 0x2d)).toBe('中')
  expect(await read()).toBe('')
})

test('what is no text is refused', async () => {
  expect(await read(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff)).toEqual({ problem: 'unknownEncoding' })
  expect(await read(0x61, 0)).toEqual({ problem: 'unknownEncoding' })
})

test('a file has as many characters as the server takes, and no more', async () => {
  expect(await textOfFile(new Blob(['一'.repeat(captionLengthMax)]))).toHaveLength(captionLengthMax)
  expect(await textOfFile(new Blob(['一'.repeat(captionLengthMax + 1)]))).toEqual({ problem: 'tooLong' })
  expect(await textOfFile(new Blob([new Uint8Array(captionLengthMax * 4 + 1)]))).toEqual({ problem: 'tooLong' })
})
