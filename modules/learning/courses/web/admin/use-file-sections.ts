/** Sections of uploaded files, made in the order in which the files were chosen. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { PACKAGE_FILE_UNFIT, packages } from '#modules/learning/packages/contract.ts'
import type { FileInfo } from '#modules/platform/files/contract.ts'
import type { ChosenUpload } from '#modules/platform/files/web.tsx'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText } from '#web/i18n/texts.ts'
import { COURSE_CHANGED, FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, TOO_MANY } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import { type FileSections, nextUpload } from './file-sections.ts'
import type { Editor } from './use-editor.ts'

const askAgainMs = 3000
const titleMax = 200

const kindOf = (contentType: string): 'video' | 'audio' | 'pdf' =>
  contentType.startsWith('video/') ? 'video' : contentType.startsWith('audio/') ? 'audio' : 'pdf'

const options = {
  handles: [COURSE_CHANGED, FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, TOO_MANY, SENSITIVE_WORDS],
}

const nothing: FileSections = { made: new Set(), failed: new Map() }

/** Where the section of an upload goes; the chapter may have to be made first. */
export interface SectionPlace {
  readonly chapterId: () => Promise<string>
  /** Unless said, that of the file. */
  readonly title?: string
}

/** What the section shows; of an archive a package has to be made first. */
async function contentOf(file: FileInfo) {
  if (file.kind !== 'package') return { kind: kindOf(file.contentType), fileId: file.id }
  const { id } = await call(packages.createPackage, { body: { fileId: file.id } }, { handles: [PACKAGE_FILE_UNFIT] })
  return { kind: 'package' as const, packageId: id }
}

/** Makes a section of each upload that is there, one after the other. `isWaiting`: the next one is being converted. */
export function useFileSections({ course, change }: Editor, placeOf: (upload: ChosenUpload) => SectionPlace) {
  const [uploads, setUploads] = useState<readonly ChosenUpload[]>()
  const [state, setState] = useState<FileSections>(nothing)
  const [isWaiting, setWaiting] = useState(false)
  const [turn, setTurn] = useState(0)
  const running = useRef(false)
  const mounted = useRef(true)
  const next = nextUpload(uploads ?? [], state)
  const chosen = useRef(uploads)
  chosen.current = uploads
  const places = useRef(placeOf)
  places.current = placeOf
  const contents = useRef(new Map<string, Awaited<ReturnType<typeof contentOf>>>())

  const make = useCallback(
    async (upload: ChosenUpload) => {
      const { file } = upload
      if (!file) return
      const place = places.current(upload)
      const title = place.title ?? file.name.replace(/\.[a-z0-9]{1,8}$/i, '').slice(0, titleMax)
      try {
        const params = { id: course.id, chapterId: await place.chapterId() }
        const content = contents.current.get(file.id) ?? (await contentOf(file))
        // A second try takes the package that the first one has made.
        contents.current.set(file.id, content)
        await change((revision) =>
          call(courses.createSection, { params, body: { ...content, title, isRequired: 1, revision } }, options),
        )
        setState((before) => ({ ...before, made: new Set(before.made).add(upload.key) }))
        setWaiting(false)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (isRefusal(error, FILE_DOES_NOT_FIT) && error.data.reason === 'converting') return setWaiting(true)
        const reason = await errorText(error.errorCode ?? 'default', error.data)
        setState((before) => ({ ...before, failed: new Map(before.failed).set(upload.key, reason) }))
        setWaiting(false)
      }
    },
    [course.id, change],
  )

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each end of a turn begins the next one.
  useEffect(() => {
    // One at a time: each names the revision that the one before has left.
    if (!next || running.current) return
    running.current = true
    const begin = async () => {
      if (isWaiting) await new Promise((go) => setTimeout(go, askAgainMs))
      try {
        // It may have been taken out of the list meanwhile.
        if (mounted.current && chosen.current?.some(({ key }) => key === next.key)) await make(next)
      } finally {
        running.current = false
        if (mounted.current) setTurn((before) => before + 1)
      }
    }
    void begin()
  }, [next, turn, make, isWaiting])

  const retry = (key: number) => {
    setState((before) => {
      const failed = new Map(before.failed)
      failed.delete(key)
      return { ...before, failed }
    })
  }
  return {
    uploads,
    setUploads,
    ...state,
    isWaiting: isWaiting && next !== undefined,
    isMaking: next !== undefined,
    retry,
  }
}
