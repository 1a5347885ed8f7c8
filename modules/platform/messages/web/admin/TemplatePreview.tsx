import '../bell.css'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useEffect, useState } from 'react'
import type { Language } from '#kit/caller.ts'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { messages } from '../../contract.ts'
import type { Texts } from './placeholder-words.ts'

type Rendered = Output<typeof messages.previewTemplate>[Language]

const looks = ['site', 'mail', 'sms', 'robot'] as const
type Look = (typeof looks)[number]

/** The preview is updated when typing pauses. */
const PAUSE_MS = 350

interface Props {
  readonly code: string
  readonly texts: Texts
  /** Texts that cannot be saved have no preview. */
  readonly faulty: boolean
}

/** The texts with the examples, as each channel shows them. The server renders them as for a real message. */
export function TemplatePreview({ code, texts, faulty }: Props) {
  const t = useText('messages')
  const [look, setLook] = useState<Look>('site')
  const [language, setLanguage] = useState(useLanguage())
  const settled = useSettled(texts)
  const { data, isPending } = useQuery({
    queryKey: ['template-preview', code, settled],
    queryFn: ({ signal }) =>
      call(messages.previewTemplate, { params: { code }, body: { texts: settled } }, { quiet: true, signal }),
    enabled: !faulty,
    placeholderData: (last) => last,
  })
  return (
    <section className="ms-preview" aria-label={t('templates.preview')}>
      <header>
        <h3>{t('templates.preview')}</h3>
        <Segmented
          aria-label={t('templates.previewChannel')}
          value={look}
          options={looks.map((value) => ({ value, label: t(`templates.look.${value}`) }))}
          onChange={setLook}
        />
        <Segmented
          aria-label={t('templates.previewLanguage')}
          value={language}
          options={[
            { value: 'cn', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
      </header>
      <div className="ms-preview-stage" aria-live="polite">
        {isPending && !faulty && <LoadingState rows={3} />}
        {!data && faulty && <EmptyState small title={t('templates.noPreview')} />}
        {data && <Looked look={look} rendered={data[language]} />}
      </div>
    </section>
  )
}

function useSettled(texts: Texts): Texts {
  const [settled, setSettled] = useState(texts)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(texts), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [texts])
  return settled
}

function Looked({ look, rendered }: { look: Look; rendered: Rendered }) {
  const t = useText('messages')
  if (look === 'mail') {
    return (
      <div className="ms-preview-mail">
        <p>
          <span className="sy-faint">{t('templates.subject')}</span> <b>{rendered.title}</b>
        </p>
        {/* Without scripts and without our origin, so that texts of an administrator never run. */}
        <iframe title={t('templates.look.mail')} sandbox="" srcDoc={rendered.mailHtml} />
      </div>
    )
  }
  if (look === 'sms') {
    return (
      <div className="ms-preview-phone">
        <p>{rendered.body}</p>
      </div>
    )
  }
  if (look === 'robot') {
    return (
      <div className="ms-preview-robot">
        <b>{rendered.title}</b>
        <p>{rendered.body}</p>
      </div>
    )
  }
  return (
    <div className="ms-row ms-row-unread ms-preview-site">
      <span className="ms-row-sign">
        <Icon name="bell" size={18} />
      </span>
      <span className="ms-row-text">
        <span className="ms-row-title">
          <b>{rendered.title}</b>
        </span>
        <span className="ms-row-body">{rendered.body}</span>
      </span>
      <span className="ms-dot" aria-hidden="true" />
    </div>
  )
}
