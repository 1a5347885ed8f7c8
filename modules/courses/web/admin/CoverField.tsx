import { Button, Modal, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { files, sizeBytesMax } from '#modules/files/contract.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { CourseCover } from '../CourseCover.tsx'
import { cutCover, cutOf, heldView, type View, zoomMax } from './cover-crop.ts'

const middle: View = { x: 0.5, y: 0.5, zoom: 1 }
const STEP = 0.02

interface Props {
  readonly courseName: string
  readonly url: string | null
  readonly onChange: (fileId: string | null) => void
}

/** The course's picture: chosen, cut to 16:9, and uploaded. */
export function CoverField({ courseName, url, onChange }: Props) {
  const t = useText('courses')
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [view, setView] = useState(middle)
  const [busy, setBusy] = useState(false)

  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > sizeBytesMax('cover', 'jpg')) return notify('error', t('cover.tooLarge'))
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
  const send = async () => {
    if (!picture) return
    setBusy(true)
    try {
      const fields = { kind: 'cover', audience: 'company' }
      const { id } = await upload(files.uploadFile, {
        file: await cutCover(picture, view),
        fileName: 'cover.jpg',
        fields,
      })
      close()
      onChange(id)
    } catch {
      // The call has said what went wrong; the picture is still there for another try.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="co-cover-field">
      <CourseCover name={courseName} url={url} />
      <div>
        <div className="sy-actions">
          <Button icon={<Icon name="image" size={16} />} onClick={() => input.current?.click()}>
            {t(url === null ? 'cover.choose' : 'cover.replace')}
          </Button>
          {url !== null && (
            <Button type="text" onClick={() => onChange(null)}>
              {t('cover.remove')}
            </Button>
          )}
        </div>
        <small>{t('cover.hint')}</small>
      </div>
      <input
        ref={input}
        type="file"
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={t('cover.choose')}
        accept=".jpg,.jpeg,.png"
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Modal
        open={picture !== undefined}
        title={t('cover.cut')}
        okText={t('cover.use')}
        cancelText={t('authoring.cancel')}
        confirmLoading={busy}
        width={600}
        onOk={() => void send()}
        onCancel={close}
        destroyOnHidden
      >
        {picture && <Frame picture={picture} view={view} onChange={(next) => setView(heldView(picture, next))} />}
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
  const t = useText('courses')
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
        className="co-cover-frame"
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
