import { Button, Modal, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type FileInfo, files, sizeBytesMax } from '../contract.ts'
import { boundedView, cutCover, cutOf, type View, zoomMax } from './cover-crop.ts'
import './files.css'

const middle: View = { x: 0.5, y: 0.5, zoom: 1 }
const STEP = 0.02
const largestBytes = sizeBytesMax('cover', 'jpg')

export interface CoverFieldProps {
  /** The current cover. */
  readonly children: ReactNode
  readonly chosen: boolean
  /** The description of accepted files. */
  readonly hint: string
  /** The limit of bytes, which is checked before the upload; 10 MB by default. */
  readonly bytesLimit?: number
  readonly tooLarge: string
  readonly disabled?: boolean
  /** Undefined after the cover was removed. */
  readonly onChange: (file: FileInfo | null) => void
}

/** Chooses, crops and uploads a picture of 16:9 for the whole company. */
export default function CoverField(props: CoverFieldProps) {
  const { children, chosen, hint, bytesLimit = largestBytes + 1, tooLarge, disabled = false, onChange } = props
  const t = useText('files')
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [view, setView] = useState(middle)
  const { busy, run } = useAction()

  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size >= bytesLimit) return notify('error', tooLarge)
    try {
      setPicture(await createImageBitmap(file))
      setView(middle)
    } catch {
      notify('error', t('cover.unreadable'))
    }
  }
  const close = () => {
    picture?.close()
    setPicture(undefined)
  }
  const send = () => {
    if (!picture) return
    return run(async () => {
      const file = await cutCover(picture, view, bytesLimit)
      const fields = { kind: 'cover', audience: 'company' }
      const stored = await upload(files.uploadFile, { file, fileName: 'cover.jpg', fields })
      close()
      onChange(stored)
    })
  }
  return (
    <div className="sy-row sy-wrap sy-gap-4 files-cover-field">
      {children}
      {!disabled && (
        <div>
          <div className="sy-actions">
            <Button icon={<Icon name="image" size={16} />} onClick={() => input.current?.click()}>
              {t(chosen ? 'cover.replace' : 'cover.choose')}
            </Button>
            {chosen && (
              <Button type="text" onClick={() => onChange(null)}>
                {t('cover.remove')}
              </Button>
            )}
          </div>
          <small>{hint}</small>
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={t('cover.choose')}
        accept=".jpg,.jpeg,.png"
        disabled={disabled}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Modal
        open={picture !== undefined}
        title={t('cover.cut')}
        okText={t('cover.use')}
        cancelText={t('cover.cancel')}
        confirmLoading={busy}
        width={600}
        onOk={() => void send()}
        onCancel={close}
        destroyOnHidden
      >
        {picture && <Frame picture={picture} view={view} onChange={(next) => setView(boundedView(picture, next))} />}
      </Modal>
    </div>
  )
}

interface FrameProps {
  readonly picture: ImageBitmap
  readonly view: View
  readonly onChange: (view: View) => void
}

function Frame({ picture, view, onChange }: FrameProps) {
  const t = useText('files')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    const { x, y, width, height } = cutOf(picture, view)
    if (target) target.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, target.width, target.height)
  }, [picture, view])

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return
    const cut = cutOf(picture, view)
    const pixel = cut.width / event.currentTarget.clientWidth
    const x = view.x - (event.movementX * pixel) / picture.width
    const y = view.y - (event.movementY * pixel) / picture.height
    onChange({ ...view, x, y })
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onChange({ ...view, x: view.x + step[0], y: view.y + step[1] })
  }
  return (
    <>
      <canvas
        ref={canvas}
        className="files-cover-frame"
        width={1104}
        height={621}
        role="img"
        aria-label={t('cover.frame')}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
        onKeyDown={press}
      />
      <p className="sy-faint">{t('cover.help')}</p>
      <Slider
        min={1}
        max={zoomMax}
        step={0.05}
        value={view.zoom}
        ariaLabelForHandle={t('cover.zoom')}
        tooltip={{ open: false }}
        onChange={(zoom) => onChange({ ...view, zoom })}
      />
    </>
  )
}
