import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { CROP_TYPES, centred, drawnAt, FRAME, type Position, withinPicture, ZOOM_MAX } from './crop.ts'
import { Icon } from './Icon.tsx'
import { notify } from './notify.ts'

const KEY_STEP = 8

interface Props {
  /** A png of 200×200 pixels; the button waits until it is done. */
  readonly onSave: (png: Blob) => unknown
}

/** Chooses a picture and cuts a square out of it: by dragging, with the arrow keys, and by zooming. */
export function Cropper({ onSave }: Props) {
  const t = useText('shell')
  const [picture, setPicture] = useState<ImageBitmap>()
  const [position, setPosition] = useState<Position>(centred)
  const [busy, setBusy] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragging = useRef<{ x: number; y: number } | undefined>(undefined)

  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, position)
  }, [picture, position])

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (!CROP_TYPES.includes(file.type)) return notify('error', t('cropper.wrongType'))
    try {
      setPicture(await createImageBitmap(file))
      setPosition(centred)
    } catch {
      notify('error', t('cropper.unreadable'))
    }
  }

  const move = (change: Partial<Position>) => {
    if (picture) setPosition((before) => withinPicture(picture, { ...before, ...change }))
  }
  const drag = (event: PointerEvent) => {
    const from = dragging.current
    if (!from) return
    dragging.current = { x: event.clientX, y: event.clientY }
    move({ x: position.x + event.clientX - from.x, y: position.y + event.clientY - from.y })
  }
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, Partial<Position>> = {
      ArrowLeft: { x: position.x - KEY_STEP },
      ArrowRight: { x: position.x + KEY_STEP },
      ArrowUp: { y: position.y - KEY_STEP },
      ArrowDown: { y: position.y + KEY_STEP },
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(step)
  }

  const save = async () => {
    if (!picture) return
    setBusy(true)
    try {
      await onSave(await cut(picture, position))
    } finally {
      setBusy(false)
    }
  }

  const id = useId()
  const chooser = (
    <input
      id={id}
      type="file"
      accept=".jpg,.jpeg,.png"
      className="sy-visually-hidden"
      onChange={(event) => void choose(event)}
    />
  )
  if (!picture) {
    return (
      <label className="sy-crop-choose" htmlFor={id}>
        {chooser}
        <Icon name="upload" size={28} />
        <strong>{t('cropper.choose')}</strong>
        <span>{t('cropper.hint')}</span>
        <span>{t('cropper.formats')}</span>
      </label>
    )
  }
  return (
    <div className="sy-crop">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the frame is moved with the arrow keys. */}
      <canvas
        ref={canvas}
        className="sy-crop-frame"
        tabIndex={0}
        role="img"
        aria-label={t('cropper.frame')}
        onKeyDown={keys}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragging.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragging.current = undefined
        }}
      />
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
      <label className="sy-crop-zoom">
        {t('cropper.zoom')}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={position.zoom}
          onChange={(event) => move({ zoom: Number(event.target.value) })}
        />
      </label>
      <div className="sy-actions">
        <label className="sy-button sy-button-plain" htmlFor={id}>
          {chooser}
          {t('cropper.again')}
        </label>
        <button type="button" className="sy-button" disabled={busy} onClick={() => void save()}>
          {t('cropper.save')}
        </button>
      </div>
    </div>
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, position: Position, density = devicePixelRatio): void {
  canvas.width = FRAME * density
  canvas.height = FRAME * density
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, width, height } = drawnAt(picture, position)
  context.scale(density, density)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, width, height)
}

function cut(picture: ImageBitmap, position: Position): Promise<Blob> {
  const canvas = document.createElement('canvas')
  draw(canvas, picture, position, 1)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))), 'image/png'),
  )
}
