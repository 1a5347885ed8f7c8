import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ArticlePicture } from './article-markup.ts'

interface Props {
  readonly pictures: readonly ArticlePicture[]
  readonly first: number
  readonly onClose: () => void
}

const [scaleMin, scaleMax, scaleStep] = [1, 5, 0.5]

const turns: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }
const growths: Readonly<Record<string, number>> = { '+': scaleStep, '=': scaleStep, '-': -scaleStep }

interface Touching {
  readonly distance: number
  readonly scale: number
}

const distanceOf = ({ touches }: React.TouchEvent): number => {
  const [one, other] = [touches[0], touches[1]]
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
}

/** The pictures of an article, large: arrows change the picture, plus and minus its size, two fingers as well. */
export function PictureViewer({ pictures, first, onClose }: Props) {
  const t = useText('catalog')
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  const [scale, setScale] = useState(1)
  const touching = useRef<Touching>(undefined)
  useEffect(() => dialog.current?.showModal(), [])
  const picture = pictures[at]
  if (!picture) return null
  const resize = (to: number) => setScale(Math.min(scaleMax, Math.max(scaleMin, to)))
  const step = (by: 1 | -1) => {
    setAt((at + by + pictures.length) % pictures.length)
    setScale(1)
  }
  return (
    <dialog
      ref={dialog}
      className="sy-picture-viewer"
      aria-label={picture.alt || t('article.picture')}
      onClose={onClose}
      onKeyDown={(event) => {
        const [turn, growth] = [turns[event.key], growths[event.key]]
        if (turn) step(turn)
        else if (growth) resize(scale + growth)
        else return
        event.preventDefault()
      }}
    >
      <div
        className="sy-picture-frame"
        onTouchStart={(event) => {
          if (event.touches.length === 2) touching.current = { distance: distanceOf(event), scale }
        }}
        onTouchMove={(event) => {
          const before = touching.current
          if (before && event.touches.length === 2) resize((before.scale * distanceOf(event)) / before.distance)
        }}
        onTouchEnd={() => {
          touching.current = undefined
        }}
      >
        <img src={picture.src} alt={picture.alt} style={{ width: `${scale * 100}%` }} />
      </div>
      <footer className="sy-flow">
        {pictures.length > 1 && (
          <button type="button" aria-label={t('article.pictureBefore')} onClick={() => step(-1)}>
            ‹
          </button>
        )}
        <span role="status">
          {at + 1} / {pictures.length}
        </span>
        {pictures.length > 1 && (
          <button type="button" aria-label={t('article.pictureNext')} onClick={() => step(1)}>
            ›
          </button>
        )}
        <button type="button" aria-label={t('article.smaller')} onClick={() => resize(scale - scaleStep)}>
          −
        </button>
        <button type="button" aria-label={t('article.larger')} onClick={() => resize(scale + scaleStep)}>
          +
        </button>
        <button type="button" aria-label={t('article.close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" size={18} />
        </button>
      </footer>
    </dialog>
  )
}
