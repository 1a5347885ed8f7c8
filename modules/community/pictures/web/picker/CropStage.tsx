import { Button, Checkbox, Input, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type FileInfo, files } from '#modules/platform/files/contract.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { titleLengthLimit } from '../../contract.ts'
import {
  boundedView,
  cropHeight,
  cropWidth,
  cutOf,
  drawCover,
  jpegOf,
  type Size,
  type TitlePlace,
  type View,
  zoomMax,
} from './crop.ts'

export interface LoadedPicture {
  readonly image: CanvasImageSource & Size
  readonly name: string
  readonly place: TitlePlace
  /** Undefined: a picture from the own device, of which nobody has said it. */
  readonly titleLengthMax: number | undefined
}

interface Props {
  readonly picture: LoadedPicture
  readonly title: string
  readonly onBack: () => void
  readonly onStored: (file: FileInfo) => void
}

const step = 0.02
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/** The chosen picture in a frame of 16:9: moved by dragging or arrow keys, enlarged, with a title where wanted. */
export function CropStage({ picture, title, onBack, onStored }: Props) {
  const t = useText('pictures')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [view, setView] = useState<View>({ x: 0.5, y: 0.5, zoom: 1 })
  const [text, setText] = useState(title)
  const [isTitled, setTitled] = useState(false)
  const { busy, run } = useAction()
  const { image, place, titleLengthMax } = picture
  const mayHaveTitle = titleLengthMax !== 0
  const written = isTitled && mayHaveTitle ? text : ''

  useEffect(() => {
    if (canvas.current) drawCover(canvas.current, image, view, { text: written, place })
  }, [image, view, written, place])

  const change = (next: View) => setView(boundedView(image, next))
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return
    const pixel = cutOf(image, view).width / event.currentTarget.clientWidth
    const [x, y] = [(event.movementX * pixel) / image.width, (event.movementY * pixel) / image.height]
    change({ ...view, x: view.x - x, y: view.y - y })
  }
  const press = (event: KeyboardEvent) => {
    const move = steps[event.key]
    if (!move) return
    event.preventDefault()
    change({ ...view, x: view.x + move[0], y: view.y + move[1] })
  }
  const store = async () => {
    if (!canvas.current) return
    const file = await jpegOf(canvas.current)
    onStored(
      await upload(files.uploadFile, { file, fileName: 'cover.jpg', fields: { kind: 'cover', audience: 'company' } }),
    )
  }
  return (
    <div className="sy-column sy-gap-3">
      <canvas
        ref={canvas}
        className="pic-frame"
        width={cropWidth}
        height={cropHeight}
        role="img"
        aria-label={t('picker.frame')}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      />
      <p className="sy-faint">{t('picker.crop')}</p>
      <Slider
        min={1}
        max={zoomMax}
        step={0.05}
        value={view.zoom}
        ariaLabelForHandle={t('picker.zoom')}
        tooltip={{ open: false }}
        onChange={(zoom) => change({ ...view, zoom })}
      />
      {mayHaveTitle ? (
        <div className="sy-column sy-gap-2">
          <Checkbox checked={isTitled} onChange={(event) => setTitled(event.target.checked)}>
            {t('picker.withTitle')}
          </Checkbox>
          {isTitled && (
            <>
              <Input
                value={text}
                maxLength={titleLengthLimit}
                showCount
                aria-label={t('picker.titleText')}
                onChange={(event) => setText(event.target.value)}
              />
              {titleLengthMax !== undefined && (
                <small className="sy-faint">{t('picker.titleFits', { count: titleLengthMax })}</small>
              )}
            </>
          )}
        </div>
      ) : (
        <small className="sy-faint">{t('picker.titleNone')}</small>
      )}
      <div className="sy-row sy-wrap sy-gap-2 pic-foot">
        <Button icon={<Icon name="arrow-left" size={16} />} onClick={onBack} disabled={busy}>
          {t('picker.back')}
        </Button>
        <Button type="primary" loading={busy} onClick={() => void run(store)}>
          {t('picker.use')}
        </Button>
      </div>
    </div>
  )
}
