import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { files } from '#modules/platform/files/contract.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { GivenPhoto } from '../../contract/photos.ts'

const width = 640
const quality = 0.85

interface Props {
  readonly consent: string
  readonly keepDays: number
  readonly value: GivenPhoto | undefined
  readonly onChange: (photo: GivenPhoto | undefined) => void
}

/** The picture before the start: what it is for, then the camera; or no picture, which the proctors see. */
export function PhotoField({ consent, keepDays, value, onChange }: Props) {
  const t = useText('exams')
  const [agrees, setAgrees] = useState(false)
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
        <Camera onTaken={(fileId) => onChange(fileId === undefined ? undefined : { fileId })} />
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

type Picture = { readonly url: string; readonly blob: Blob }

function Camera({ onTaken }: { onTaken: (fileId: string | undefined) => void }) {
  const t = useText('exams')
  const video = useRef<HTMLVideoElement>(null)
  const [isMissing, setMissing] = useState(false)
  const [isReady, setReady] = useState(false)
  const [picture, setPicture] = useState<Picture>()
  const { busy, run } = useAction()
  const isLive = picture === undefined
  useEffect(() => {
    if (!isLive) return
    let stream: MediaStream | undefined
    let isGone = false
    const devices: MediaDevices | undefined = navigator.mediaDevices
    if (!devices) return setMissing(true)
    devices.getUserMedia({ video: { width: { ideal: width }, facingMode: 'user' } }).then(
      (opened) => {
        stream = opened
        if (isGone) for (const track of opened.getTracks()) track.stop()
        else if (video.current) video.current.srcObject = opened
      },
      () => setMissing(true),
    )
    return () => {
      isGone = true
      setReady(false)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [isLive])
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture.url) : undefined), [picture])
  if (isMissing)
    return (
      <p className="sy-callout" role="alert">
        {t('photo.cameraMissing')}
      </p>
    )
  const take = () =>
    run(async () => {
      const blob = video.current && (await pictureOf(video.current))
      if (!blob) return
      const fields = { kind: 'image', audience: 'owner' }
      const { id } = await upload(files.uploadFile, { file: blob, fileName: 'photo.jpg', fields })
      setPicture({ blob, url: URL.createObjectURL(blob) })
      onTaken(id)
    })
  return (
    <div className="sy-column sy-gap-3 ex-photo-camera">
      {picture ? (
        <img src={picture.url} alt={t('photo.yours')} />
      ) : (
        <video
          ref={video}
          playsInline
          muted
          autoPlay
          aria-label={t('photo.camera')}
          onLoadedData={() => setReady(true)}
        />
      )}
      {picture ? (
        <Button
          onClick={() => {
            setPicture(undefined)
            onTaken(undefined)
          }}
        >
          {t('photo.again')}
        </Button>
      ) : (
        <Button disabled={!isReady} loading={busy} onClick={() => void take()}>
          {t('photo.take')}
        </Button>
      )}
    </div>
  )
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * video.videoHeight) / Math.max(1, video.videoWidth))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
