import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { FaceCheck } from '#modules/platform/faces/web.tsx'
import { CameraPicture } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { GivenPhoto } from '../../contract/photos.ts'

interface Props {
  readonly consent: string
  readonly keepDays: number
  /** The picture is compared with the one that the examinee keeps, where the company does so. */
  readonly comparesFace?: boolean | undefined
  readonly value: GivenPhoto | undefined
  readonly onChange: (photo: GivenPhoto | undefined) => void
}

/** The picture before the start: what it is for, then the camera; or no picture, which the proctors see. */
export function PhotoField({ consent, keepDays, comparesFace = false, value, onChange }: Props) {
  const t = useText('exams')
  const [agrees, setAgrees] = useState(false)
  const [taken, setTaken] = useState<string>()
  const isDeclined = value !== undefined && 'declined' in value
  return (
    <fieldset className="ex-photo">
      <legend>{t('photo.title')}</legend>
      <p className="ex-photo-consent">{consent}</p>
      <p className="sy-note">{t('photo.kept', { count: keepDays })}</p>
      {!isDeclined && (
        <Checkbox
          checked={agrees}
          onChange={(event) => {
            setAgrees(event.target.checked)
            onChange(undefined)
          }}
        >
          {t('photo.agree')}
        </Checkbox>
      )}
      {agrees && !isDeclined && (
        <CameraPicture
          advice={t('photo.chooseNoCamera')}
          onTaken={(fileId) => {
            setTaken(fileId)
            onChange(fileId === undefined || comparesFace ? undefined : { fileId })
          }}
        />
      )}
      {comparesFace && agrees && !isDeclined && taken !== undefined && (
        <FaceCheck key={taken} fileId={taken} onMayStart={() => onChange({ fileId: taken })} />
      )}
      {isDeclined ? (
        <p className="sy-row sy-wrap sy-gap-3" role="status">
          {t(`photo.declined.${value.declined}`)}
          <Button size="small" onClick={() => onChange(undefined)}>
            {t('photo.takeAfterAll')}
          </Button>
        </p>
      ) : (
        <p className="sy-row sy-wrap sy-gap-3">
          <Button type="link" size="small" onClick={() => onChange({ declined: 'no-camera' })}>
            {t('photo.noCamera')}
          </Button>
          <Button type="link" size="small" onClick={() => onChange({ declined: 'no-consent' })}>
            {t('photo.noConsent')}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
