import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { files } from '../contract.ts'
import './files.css'

const width = 640
const quality = 0.85

type Picture = { readonly url: string; readonly blob: Blob }

export interface CameraPictureProps {
  /** The picture as a file of the caller's own; undefined: it is being taken again. */
  readonly onTaken: (fileId: string | undefined) => void
  /** What can be done without a camera. */
  readonly advice?: string
}

/** Takes a picture with the camera and uploads it as the caller's own file, which nobody else may read. */
export default function CameraPicture({ onTaken, advice }: CameraPictureProps) {
  const t = useText('files')
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
        {t('camera.missing')} {advice}
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
    <div className="sy-column sy-gap-3 fl-camera">
      {picture ? (
        <img src={picture.url} alt={t('camera.yours')} />
      ) : (
        <video
          ref={video}
          playsInline
          muted
          autoPlay
          aria-label={t('camera.label')}
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
          {t('camera.again')}
        </Button>
      ) : (
        <Button disabled={!isReady} loading={busy} onClick={() => void take()}>
          {t('camera.take')}
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
