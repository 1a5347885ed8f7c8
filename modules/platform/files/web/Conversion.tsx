import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type FileState, files } from '../contract.ts'
import './files.css'

export interface ConversionProps {
  readonly state: Pick<FileState, 'id' | 'translateType' | 'progressPermille' | 'failure'>
  /** The owning module's call for a restart; by default that of files. */
  readonly onRetry?: () => Promise<unknown>
  /** Whether the caller may restart it. */
  readonly mayRetry: boolean
}

/** 0 converting, 1 done or 2 failed, for its uploader (SYSTEM-084 to SYSTEM-086); hidden without a conversion. */
export default function Conversion({ state, onRetry, mayRetry }: ConversionProps) {
  const t = useText('files')
  const kit = useText('kit')
  const { id, translateType, progressPermille, failure } = state
  const retry = useMutation({
    mutationFn: async () => void (await (onRetry ? onRetry() : call(files.retryParse, { body: { id } }))),
  })
  if (translateType === null) return null
  if (translateType === 1) {
    return (
      <span className="files-conversion files-conversion-done">
        <Icon name="check" size={14} /> {t('conversion.done')}
      </span>
    )
  }
  if (translateType === 0) {
    const percent = Math.floor(progressPermille / 10)
    return (
      <span className="files-conversion">
        <span
          className={`files-bar${percent === 0 ? ' files-bar-busy' : ''}`}
          role="progressbar"
          aria-label={t('conversion.running', { percent })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ width: `${percent === 0 ? 100 : percent}%` }} />
        </span>
        <span className="sy-number">
          {percent === 0 ? t('conversion.waiting') : t('conversion.running', { percent })}
        </span>
      </span>
    )
  }
  return (
    <span className="files-conversion files-conversion-failed" role="status">
      <span>
        {kit('dict.conversion-failed')}
        {failure !== null && ` · ${t(`conversion.failure.${failure}`)}`}
      </span>
      {mayRetry && (
        <button type="button" className="sy-link" disabled={retry.isPending} onClick={() => retry.mutate()}>
          {t('conversion.retry')}
        </button>
      )}
    </span>
  )
}
