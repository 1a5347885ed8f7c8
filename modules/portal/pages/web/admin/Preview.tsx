import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '#kit/caller.ts'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { PageDocument } from '../../contract/document.ts'
import { pages } from '../../contract.ts'
import { PageView } from '../parts/PageView.tsx'

const widths = { desktop: 1200, tablet: 820, phone: 390 } as const
type Device = keyof typeof widths
const devices = Object.keys(widths) as Device[]

/** A change is shown once its maker has paused. */
const pauseMs = 600

function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** How much of the width there is: a desktop is drawn smaller than it is. */
function useRoom() {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(800)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 800))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, room }
}

/** The page as its viewers will see it, at three widths and in both languages, with what the designer may see. */
export function Preview({ id, document }: { id: string; document: PageDocument }) {
  const t = useText('pages')
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const [device, setDevice] = useState<Device>('desktop')
  const shown = usePaused(document)
  const { frame, room } = useRoom()
  const preview = useQuery({
    queryKey: ['pages.previewDocument', id, language, shown],
    queryFn: () =>
      call(pages.previewDocument, { params: { id }, body: { document: shown, language } }, { quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const width = widths[device]
  const scale = Math.min(1, room / width)
  return (
    <section className="pe-preview" aria-label={t('design.preview')}>
      <div className="sy-toolbar">
        <Segmented<Device>
          aria-label={t('design.width')}
          value={device}
          options={devices.map((value) => ({ value, label: t(`design.devices.${value}`) }))}
          onChange={setDevice}
        />
        <Segmented<Language>
          aria-label={t('design.language')}
          value={language}
          options={[
            { value: 'cn', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
        {preview.isFetching && <Spin size="small" />}
      </div>
      <div ref={frame} className="pe-frame">
        {preview.isError && !preview.data && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && (
          // Nothing in it is used: a link would leave the editor.
          <div className="pe-sheet" data-device={device} style={{ width, zoom: scale }} inert>
            <PageView page={preview.data.page} />
          </div>
        )}
      </div>
    </section>
  )
}
