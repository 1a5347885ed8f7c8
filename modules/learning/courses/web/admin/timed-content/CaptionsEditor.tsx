import { AutoComplete, Button, Upload } from 'antd'
import { useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type CaptionTrack, captionLengthMax } from '../../../contract/segments.ts'
import { CAPTION_UNREADABLE } from '../../../contract/study-errors.ts'
import { courses } from '../../../contract.ts'

const usual = ['zh-CN', 'en', 'zh-HK', 'ja', 'ko', 'fr', 'de', 'es', 'ru']
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

interface Props {
  readonly params: { readonly id: string; readonly sectionId: string }
  readonly captions: readonly CaptionTrack[]
}

/** Captions by language, from WebVTT or SubRip files; another file in a language takes the place of the one before. */
export function CaptionsEditor({ params, captions }: Props) {
  const t = useText('courses')
  const [language, setLanguage] = useState('zh-CN')
  const { busy, run } = useAction()
  const [problem, setProblem] = useState('')
  const save = (file: File) =>
    run(
      async () => {
        setProblem('')
        const text = await file.text()
        if (text.length > captionLengthMax) return setProblem(t('timedContent.captionTooLong'))
        const place = { ...params, language }
        const track = await call(
          courses.saveCaption,
          { params: place, body: { text } },
          { handles: [CAPTION_UNREADABLE] },
        )
        notify('success', t('timedContent.captionSaved', { label: track.label, count: track.cueCount }))
      },
      {
        onFailure: (error) => {
          if (error instanceof CallError && error.errorCode === CAPTION_UNREADABLE.code) {
            const { reason, line } = error.data as { reason: string; line: number }
            setProblem(t(`timedContent.caption.${reason}`, { line }))
          }
        },
      },
    )
  return (
    <div className="sy-grid sy-gap-3">
      {captions.map((track) => (
        <div key={track.id} className="sy-row sy-wrap sy-apart sy-gap-3 co-timed-caption">
          <span>
            <strong>{track.label}</strong> <small>{t('timedContent.cues', { count: track.cueCount })}</small>
          </span>
          <ConfirmButton
            type="text"
            danger
            question={t('timedContent.captionDelete', { label: track.label })}
            onConfirm={() => call(courses.deleteCaption, { params: { ...params, language: track.language } })}
          >
            {t('timedContent.remove')}
          </ConfirmButton>
        </div>
      ))}
      <div className="sy-row sy-wrap sy-apart sy-gap-3 co-timed-caption">
        <AutoComplete
          value={language}
          options={usual.map((value) => ({ value }))}
          aria-label={t('timedContent.language')}
          status={tag.test(language) ? undefined : 'error'}
          onChange={setLanguage}
        />
        <Upload
          accept=".vtt,.srt"
          showUploadList={false}
          disabled={busy || !tag.test(language)}
          beforeUpload={(file) => {
            void save(file)
            return false
          }}
        >
          <Button icon={<Icon name="upload" size={16} />} loading={busy} disabled={!tag.test(language)}>
            {t('timedContent.captionUpload')}
          </Button>
        </Upload>
      </div>
      {problem !== '' && (
        <p className="co-timed-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="sy-faint">{t('timedContent.captionHint')}</p>
    </div>
  )
}
