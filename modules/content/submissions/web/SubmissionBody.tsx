import './submissions.css'
import type { Submission } from '#kit/submissions.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** The text and the files of a submission, and the opinion of its reviewer. */
export function SubmissionBody({
  submission,
}: {
  submission: Pick<Submission, 'text' | 'files' | 'state' | 'opinion' | 'decidedBy'>
}) {
  const t = useText('submissions')
  const { text, files, state, opinion, decidedBy } = submission
  return (
    <div className="sm-body">
      {text !== '' && <p className="sm-text">{text}</p>}
      {files.length > 0 && (
        <ul className="sm-files" aria-label={t('files')}>
          {files.map((file) => (
            <li key={file.id}>
              <Icon name="file" size={16} />
              {file.url === null ? (
                <span className="sy-faint">{t('fileGone')}</span>
              ) : (
                <a href={file.url} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {state !== 'waiting' && (opinion !== '' || decidedBy !== null) && (
        <blockquote className="sm-opinion" data-state={state}>
          {opinion}
          <footer>{decidedBy?.fullName ?? t('reviewer')}</footer>
        </blockquote>
      )}
    </div>
  )
}
