import { expect, it } from 'vitest'
import { filesMax, readEntries } from './gather.ts'

const fileEntry = (fullPath: string) =>
  ({
    fullPath,
    isDirectory: false,
    file: (found: (file: File) => void) => found(new File(['x'], fullPath.split('/').at(-1) ?? '')),
  }) as unknown as FileSystemEntry

/** A folder that answers as browsers do: a hundred at once. */
const folderEntry = (fullPath: string, children: readonly FileSystemEntry[]) =>
  ({
    fullPath,
    isDirectory: true,
    createReader: () => {
      let at = 0
      return {
        readEntries: (found: (entries: FileSystemEntry[]) => void) => {
          found(children.slice(at, at + 100))
          at += 100
        },
      }
    },
  }) as unknown as FileSystemEntry

it('a dropped folder is read to its end and to its ground', async () => {
  const many = Array.from({ length: 250 }, (_, index) => fileEntry(`/C/a/${index}.mp4`))
  const { files, isCut } = await readEntries([
    folderEntry('/C', [
      folderEntry('/C/a', many),
      folderEntry('/C/b', [folderEntry('/C/b/c', [fileEntry('/C/b/c/d.pdf')])]),
    ]),
  ])
  expect(isCut).toBe(false)
  expect(files).toHaveLength(251)
  expect([files[0]?.path, files[249]?.path, files[250]?.path]).toEqual(['C/a/0.mp4', 'C/a/249.mp4', 'C/b/c/d.pdf'])
})

it('of more files than anybody reads, the first are taken, and that is said', async () => {
  const many = Array.from({ length: filesMax + 1 }, (_, index) => fileEntry(`/C/${index}.mp4`))
  const { files, isCut } = await readEntries([folderEntry('/C', many)])
  expect([files.length, isCut]).toEqual([filesMax, true])
})
