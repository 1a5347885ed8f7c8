import './proof.css'
import type { Output } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { courses } from '../../contract.ts'

export type ProofDetail = Output<typeof courses.proof>

/** The text and the files of proof, and what was said to it. */
export function ProofBody({ proof: { text, files, opinion, state, decidedBy } }: { proof: ProofDetail }) {
  const t = useText('courses')
  return (
    <div className="co-proof-body">
      {text !== '' && <p className="co-proof-text">{text}</p>}
      {files.length > 0 && (
        <ul className="co-proof-files" aria-label={t('proof.files')}>
          {files.map((file) => (
            <li key={file.id}>
              <Icon name="file" size={16} />
              {file.url === null ? (
                <span className="sy-faint">{t('proof.fileGone')}</span>
              ) : (
                <a href={file.url} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {state !== 'waiting' && opinion !== '' && (
        <blockquote className="co-proof-opinion" data-state={state}>
          {opinion}
          <footer>{decidedBy?.fullName ?? t('proof.auditor')}</footer>
        </blockquote>
      )}
    </div>
  )
}
