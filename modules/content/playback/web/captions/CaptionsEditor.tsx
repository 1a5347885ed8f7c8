import './captions.css'
import { AutoComplete, Button, Upload } from 'antd'
import { useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { CAPTION_UNREADABLE, type CaptionTrack, captionLanguagesMax } from '../../contract/captions.ts'
import { textOfFile } from './caption-file.ts'

const usual = ['zh-CN', 'en', 'zh-HK', 'ja', 'ko', 'fr', 'de', 'es', 'ru']
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

export interface CaptionsEditorProps {
  readonly captions: readonly CaptionTrack[]
  /** Sends the text of a file. Its call handles 40480, which is said here. */
  readonly onSave: (language: string, text: string) => Promise<CaptionTrack>
  readonly onRemove: (track: CaptionTrack) => Promise<unknown>
}

/** Captions by language, from WebVTT or SubRip files; another file in a language takes the place of the one before. */
export default function CaptionsEditor({ captions, onSave, onRemove }: CaptionsEditorProps) {
  const t = useText('playback')
  const [language, setLanguage] = useState('zh-CN')
  const { busy, run } = useAction()
  const [problem, setProblem] = useState('')
  const save = (file: File) =>
    run(
      async () => {
        setProblem('')
        const isNew = captions.every((track) => track.language !== language)
        if (isNew && captions.length >= captionLanguagesMax)
          return setProblem(t('captionFiles.tooMany', { max: captionLanguagesMax }))
        const text = await textOfFile(file)
        if (typeof text !== 'string') return setProblem(t(`captionFiles.${text.problem}`))
        const track = await onSave(language, text)
        notify('success', t('captionFiles.saved', { label: track.label, count: track.cueCount }))
      },
      {
        onFailure: (error) => {
          if (error instanceof CallError && error.errorCode === CAPTION_UNREADABLE.code) {
            const { reason, line } = error.data as { reason: string; line: number }
            setProblem(t(`captionFiles.reason.${reason}`, { line }))
          }
        },
      },
    )
  return (
    <div className="sy-grid sy-gap-3">
      {captions.map((track) => (
        <div key={track.id} className="sy-row sy-wrap sy-apart sy-gap-3 pb-caption-row">
          <span>
            <strong>{track.label}</strong> <small>{t('captionFiles.cues', { count: track.cueCount })}</small>
          </span>
          <ConfirmButton
            type="text"
            danger
            question={t('captionFiles.delete', { label: track.label })}
            onConfirm={() => onRemove(track)}
          >
            {t('captionFiles.remove')}
          </ConfirmButton>
        </div>
      ))}
      <div className="sy-row sy-wrap sy-apart sy-gap-3 pb-caption-row">
        <AutoComplete
          value={language}
          options={usual.map((value) => ({ value }))}
          aria-label={t('captionFiles.language')}
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
            {t('captionFiles.upload')}
          </Button>
        </Upload>
      </div>
      {problem !== '' && (
        <p className="pb-caption-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="sy-faint">{t('captionFiles.hint')}</p>
    </div>
  )
}
