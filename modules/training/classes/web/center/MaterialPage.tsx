import '../parts/classes.css'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { bytesText } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ActivityFile } from '../../contract/activities.ts'
import type { ShownActivity } from '../../contract/learning.ts'
import { classes } from '../../contract.ts'
import { ActivityFrame } from '../parts/ActivityFrame.tsx'

/** Files of a class to look at or to load. Opening the page finishes it. */
export default function MaterialPage() {
  const { classId = '', activityId = '' } = useParams()
  return (
    <ActivityFrame classId={classId} activityId={activityId}>
      {(one) => <Files one={one} params={{ id: classId, activityId }} />}
    </ActivityFrame>
  )
}

interface Props {
  readonly one: ShownActivity
  readonly params: { readonly id: string; readonly activityId: string }
}

function Files({ one: { files, isOpened }, params: { id, activityId } }: Props) {
  const t = useText('classes')
  useEffect(() => {
    // It counts as soon as it is there; a failed call is made again with the next visit.
    if (!isOpened) call(classes.openActivity, { params: { id, activityId } }, { quiet: true }).catch(() => undefined)
  }, [isOpened, id, activityId])
  return (
    <section className="sy-card cl-section" aria-label={t('material.files')}>
      <h2>{t('material.files')}</h2>
      {files.length === 0 && <p className="sy-note">{t('material.none')}</p>}
      <ul className="sy-plain-list">
        {files.map((file) => (
          <li key={file.id} className="cl-activity">
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileRow({ file: { name, url, sizeBytes } }: { file: ActivityFile }) {
  const t = useText('classes')
  return (
    <>
      <Icon name="file" size={20} />
      <div className="sy-column sy-gap-1 cl-file-name">
        {url === null ? (
          <span className="sy-faint">{t('material.gone')}</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        )}
        {url !== null && <span className="sy-faint">{bytesText(sizeBytes)}</span>}
      </div>
      {url !== null && (
        <a className="sy-button sy-button-plain sy-button-small" href={`${url}&download=1`} download={name}>
          {t('material.download')}
          <span className="sy-visually-hidden"> {name}</span>
        </a>
      )}
    </>
  )
}
