/** Sections of uploaded files, made in the order in which the files were chosen. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import type { ChosenUpload } from '#modules/platform/files/web.tsx'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText } from '#web/i18n/texts.ts'
import { COURSE_CHANGED, FILE_DOES_NOT_FIT, TOO_MANY } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import { type FileSections, nextUpload } from './file-sections.ts'
import type { Editor } from './use-editor.ts'

const askAgainMs = 3000
const titleMax = 200

const kindOf = (contentType: string) =>
  contentType.startsWith('video/') ? 'video' : contentType.startsWith('audio/') ? 'audio' : ('pdf' as const)

const nothing: FileSections = { made: new Set(), failed: new Map() }

/** Makes a section of each upload that is there, one after the other. `isWaiting`: the next one is being converted. */
export function useFileSections({ course, change }: Editor, chapterId: string) {
  const [uploads, setUploads] = useState<readonly ChosenUpload[]>([])
  const [state, setState] = useState<FileSections>(nothing)
  const [isWaiting, setWaiting] = useState(false)
  const [turn, setTurn] = useState(0)
  const running = useRef(false)
  const mounted = useRef(true)
  const next = nextUpload(uploads, state)
  const chosen = useRef(uploads)
  chosen.current = uploads

  const make = useCallback(
    async (upload: ChosenUpload) => {
      const { file } = upload
      if (!file) return
      const title = file.name.replace(/\.[a-z0-9]{1,8}$/i, '').slice(0, titleMax)
      const params = { id: course.id, chapterId }
      const kind = kindOf(file.contentType)
      const options = { handles: [COURSE_CHANGED, FILE_DOES_NOT_FIT, TOO_MANY, SENSITIVE_WORDS] }
      try {
        await change((revision) =>
          call(
            courses.createSection,
            { params, body: { kind, title, isRequired: 1, fileId: file.id, revision } },
            options,
          ),
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
    [course.id, chapterId, change],
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
        if (mounted.current && chosen.current.some(({ key }) => key === next.key)) await make(next)
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
