import { Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { boundedPlacement, framePixels, movedByKey, type Placement, shownSize, zoomMax } from './crop.ts'

interface Props {
  readonly picture: ImageBitmap
  readonly placement: Placement
  readonly onChange: (placement: Placement) => void
}

/** The picture behind its frame: dragged or moved by arrow keys, zoomed by wheel or slider. */
export function CropFrame({ picture, placement, onChange }: Props) {
  const t = useText('files')
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; y: number } | undefined>(undefined)
  const size = shownSize(picture, placement.zoom)
  const place = (next: Placement) => onChange(boundedPlacement(picture, next))

  useEffect(() => {
    const target = canvas.current
    if (!target) return
    // The canvas is drawn once; CSS transforms move and zoom it.
    const scale = Math.min(1, 1000 / Math.max(picture.width, picture.height))
    target.width = Math.round(picture.width * scale)
    target.height = Math.round(picture.height * scale)
    target.getContext('2d')?.drawImage(picture, 0, 0, target.width, target.height)
  }, [picture])

  useEffect(() => {
    // React's wheel handler is passive and cannot prevent scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      onChange(boundedPlacement(picture, { ...placement, zoom: placement.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08) }))
    }
    const target = stage.current
    target?.addEventListener('wheel', wheel, { passive: false })
    return () => target?.removeEventListener('wheel', wheel)
  }, [picture, placement, onChange])

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX - placement.x, y: event.clientY - placement.y }
  }
  const drag = (event: PointerEvent) => {
    if (!grip.current) return
    place({ ...placement, x: event.clientX - grip.current.x, y: event.clientY - grip.current.y })
  }
  const drop = () => {
    grip.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const moved = movedByKey(placement, event.key, event.shiftKey)
    if (!moved) return
    event.preventDefault()
    place(moved)
  }
  return (
    <div className="sy-grid sy-gap-2">
      <div
        ref={stage}
        className="files-crop-stage"
        role="application"
        aria-label={t('crop.frame')}
        aria-describedby="files-crop-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is moved by the arrow keys.
        tabIndex={0}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
        onKeyDown={press}
      >
        <canvas
          ref={canvas}
          style={{
            width: size.width,
            height: size.height,
            transform: `translate(calc(-50% + ${placement.x}px), calc(-50% + ${placement.y}px))`,
          }}
        />
        <span className="files-crop-frame" style={{ width: framePixels, height: framePixels }} />
      </div>
      <Slider
        min={1}
        max={zoomMax}
        step={0.01}
        value={placement.zoom}
        onChange={(zoom) => place({ ...placement, zoom })}
        ariaLabelForHandle={t('crop.zoom')}
        tooltip={{ open: false }}
      />
      <p id="files-crop-help" className="files-crop-help">
        {t('crop.help')}
      </p>
    </div>
  )
}
