import './scanning.css'
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type CameraState, useCamera } from './use-camera.ts'

/** Some looks a second find a code as soon as it is sharp, and leave the phone cool. */
const LOOK_EVERY_MS = 150
/** A code that stays before the camera is reported once; after this time it may be meant again. */
const SAME_CODE_MS = 4000
/** More pixels are not read better, only later. */
const LOOKED_AT_PX = 960

const reader = () => import('./qr-reader.ts')

interface Props {
  /** The text of a code that came before the camera, or in a photo. */
  readonly onCode: (text: string) => void
}

/** Finds QR codes before the camera. Where there is none, or it is not allowed, a photo does as well. */
export function QrScanner({ onCode }: Props) {
  const t = useText('attendance')
  const { video, state } = useCamera()
  const found = useEffectEvent(onCode)
  // It is there before the network may be away.
  useEffect(() => {
    reader()
      .then(({ loadDecoder }) => loadDecoder())
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    if (state !== 'on') return
    let isGone = false
    let last = { text: '', at: 0 }
    const canvas = document.createElement('canvas')
    const look = async () => {
      const picture = video.current && pictureOf(video.current, canvas)
      const text = picture && (await (await reader()).readQr(picture))
      if (isGone || !text) return
      const now = performance.now()
      if (text !== last.text || now - last.at > SAME_CODE_MS) found(text)
      last = { text, at: now }
    }
    const again = () => {
      // The decoder may not have come, with the network away: the next look asks for it again.
      if (!isGone)
        void look()
          .catch(() => undefined)
          .then(() => setTimeout(again, LOOK_EVERY_MS))
    }
    again()
    return () => {
      isGone = true
    }
  }, [state, video])
  return (
    <div className="at-scanner">
      <div className="at-camera" data-state={state}>
        {/* Without all three iOS shows black. */}
        <video ref={video} playsInline muted autoPlay aria-label={t('scanner.camera')} />
        {state === 'on' && <span className="at-aim" aria-hidden="true" />}
        {state !== 'on' && <CameraNote state={state} />}
      </div>
      <PhotoButton onCode={onCode} />
    </div>
  )
}

function CameraNote({ state }: { state: Exclude<CameraState, 'on'> }) {
  const t = useText('attendance')
  return (
    <p className="at-camera-note" role="status">
      <Icon name={state === 'starting' ? 'refresh' : 'eye-off'} size={28} />
      <span>{t(`scanner.states.${state}`)}</span>
    </p>
  )
}

/** A photo of a code, from the phone's own camera or its pictures. */
function PhotoButton({ onCode }: Props) {
  const t = useText('attendance')
  const [isEmpty, setEmpty] = useState(false)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const text = await reader()
      .then(({ readQr }) => readQr(file))
      .catch(() => undefined)
    setEmpty(text === undefined)
    if (text !== undefined) onCode(text)
  }
  return (
    <div className="at-photo">
      <label className="sy-button sy-button-plain sy-button-small">
        <Icon name="image" size={16} />
        {t('scanner.photo')}
        <input className="sy-visually-hidden" type="file" accept="image/*" onChange={(event) => void read(event)} />
      </label>
      {isEmpty && <span role="alert">{t('scanner.noCode')}</span>}
    </div>
  )
}

function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return undefined
  const scale = Math.min(1, LOOKED_AT_PX / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height)
}
