import { Button, InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { zoomStep } from './pdf-keys.ts'

interface Props {
  readonly page: number
  readonly pageCount: number
  readonly scale: number
  /** The zoom follows the width of the space. */
  readonly fits: boolean
  readonly onPage: (page: number) => void
  /** Undefined lets the zoom follow the width again. */
  readonly onZoom: (scale: number | undefined) => void
}

export function PdfToolbar({ page, pageCount, scale, fits, onPage, onZoom }: Props) {
  const t = useText('files')
  const [typed, setTyped] = useState<number | null>(page)
  useEffect(() => setTyped(page), [page])
  return (
    <div className="sy-row sy-wrap sy-apart sy-gap-2 files-pdf-bar" role="toolbar" aria-label={t('preview.toolbar')}>
      <span className="sy-row sy-gap-2 files-pdf-place">
        <InputNumber
          size="small"
          min={1}
          max={pageCount}
          value={typed}
          onChange={setTyped}
          onPressEnter={() => typed !== null && onPage(typed)}
          onBlur={() => setTyped(page)}
          controls={false}
          aria-label={t('preview.pageNumber')}
        />
        <span className="sy-number" aria-live="polite">
          {t('preview.ofPages', { pageCount })}
        </span>
      </span>
      <span className="sy-row sy-gap-2">
        <Button size="small" type="text" aria-label={t('preview.smaller')} onClick={() => onZoom(zoomStep(scale, -1))}>
          −
        </Button>
        <span className="sy-number">{Math.round(scale * 100)}%</span>
        <Button size="small" type="text" aria-label={t('preview.larger')} onClick={() => onZoom(zoomStep(scale, 1))}>
          ＋
        </Button>
        <Button size="small" type="text" disabled={fits} onClick={() => onZoom(undefined)}>
          {t('preview.fitWidth')}
        </Button>
      </span>
    </div>
  )
}
