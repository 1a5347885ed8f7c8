import { useEffect, useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FACE_BUSY, FACE_FAILED, FACE_MISSING, FACE_NOT_OPEN, faces } from '../contract.ts'

export interface FaceCheckProps {
  /** The picture that was just taken. Another one needs another `key`. */
  readonly fileId: string
  /** It shows the member, or a person is going to look at it. */
  readonly onMayStart: () => void
}

type Result = { readonly kind: 'working' | 'passed' | 'by-eye' | 'failed'; readonly text: string }

/** Compares a picture with the one that the member keeps, and says what came of it. */
export default function FaceCheck({ fileId, onMayStart }: FaceCheckProps) {
  const t = useText('faces')
  const [result, setResult] = useState<Result>({ kind: 'working', text: t('compare.working') })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is compared once.
  useEffect(() => {
    let isGone = false
    const settle = (kind: Result['kind'], text: string) => {
      if (isGone) return
      setResult({ kind, text })
      if (kind === 'passed' || kind === 'by-eye') onMayStart()
    }
    call(faces.compareFace, { body: { fileId } }, { handles: 'all' }).then(
      () => settle('passed', t('compare.passed')),
      async (error: unknown) => {
        if (isRefusal(error, FACE_NOT_OPEN)) return settle('by-eye', '')
        if (isRefusal(error, FACE_MISSING)) return settle('by-eye', t('compare.missing'))
        if (isRefusal(error, FACE_BUSY)) return settle('by-eye', t('compare.busy'))
        const left = isRefusal(error, FACE_FAILED) ? Number(error.data.count) : undefined
        if (left === 0) return settle('by-eye', t('compare.byEye'))
        settle('failed', left === undefined ? await failureText(error) : t('compare.triesLeft', { count: left }))
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  if (result.text === '') return null
  return (
    <p role="status" className={result.kind === 'failed' ? 'sy-callout' : 'sy-note'} data-result={result.kind}>
      {result.text}
    </p>
  )
}
