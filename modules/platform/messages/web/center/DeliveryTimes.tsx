import { Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { TimeField } from '#web/ui/DateFields.tsx'
import type { Preferences } from '../../contract.ts'
import type { PreferenceChange } from './changed-preferences.ts'

interface Props {
  readonly preferences: Preferences
  readonly onChange: (change: PreferenceChange) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const frequencies = ['off', 'daily', 'weekly'] as const

/** Settings of quiet hours, e-mail digest and language. */
export function DeliveryTimes({ preferences, onChange }: Props) {
  const t = useText('messages')
  const { quietHours, digest, timeZone, language } = preferences
  return (
    <section className="sy-card ms-settings-card" aria-labelledby="delivery-times">
      <h2 id="delivery-times">{t('settings.times')}</h2>
      <p className="sy-faint">{t('settings.timesHint', { zone: timeZone })}</p>
      <Setting title={t('settings.quiet')} hint={t('settings.quietHint')}>
        {(labelId) => (
          <>
            <Switch
              aria-labelledby={labelId}
              checked={quietHours.enabled}
              onChange={(enabled) => onChange({ quietHours: { ...quietHours, enabled } })}
            />
            {quietHours.enabled && (
              <span className="sy-row sy-wrap sy-gap-2">
                <TimeField
                  aria-label={t('settings.from')}
                  value={quietHours.from}
                  onChange={(from) => onChange({ quietHours: { ...quietHours, from } })}
                />
                <span aria-hidden="true">–</span>
                <TimeField
                  aria-label={t('settings.to')}
                  value={quietHours.to}
                  onChange={(to) => onChange({ quietHours: { ...quietHours, to } })}
                />
              </span>
            )}
          </>
        )}
      </Setting>
      <Setting title={t('settings.digest')} hint={t('settings.digestHint')}>
        {(labelId) => (
          <span className="sy-row sy-wrap sy-gap-2">
            <Select
              aria-labelledby={labelId}
              style={{ width: 150 }}
              value={digest.frequency}
              options={frequencies.map((value) => ({ value, label: t(`settings.frequency.${value}`) }))}
              onChange={(frequency) => onChange({ digest: { ...digest, frequency } })}
            />
            {digest.frequency === 'weekly' && (
              <Select
                aria-label={t('settings.weekday')}
                style={{ width: 120 }}
                value={digest.weekday}
                options={weekdays.map((value) => ({ value, label: t(`settings.weekdays.${value}`) }))}
                onChange={(weekday) => onChange({ digest: { ...digest, weekday } })}
              />
            )}
            {digest.frequency !== 'off' && (
              <Select
                aria-label={t('settings.hour')}
                style={{ width: 100 }}
                value={digest.hour}
                options={hours.map((value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))}
                onChange={(hour) => onChange({ digest: { ...digest, hour } })}
              />
            )}
          </span>
        )}
      </Setting>
      <Setting title={t('settings.language')} hint={t('settings.languageHint')}>
        {(labelId) => (
          <Select
            aria-labelledby={labelId}
            style={{ width: 150 }}
            value={language ?? 'cn'}
            options={[
              { value: 'cn', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(chosen) => onChange({ language: chosen })}
          />
        )}
      </Setting>
    </section>
  )
}

interface SettingProps {
  readonly title: string
  readonly hint: string
  readonly children: (labelId: string) => ReactNode
}

function Setting({ title, hint, children }: SettingProps) {
  const id = useId()
  return (
    <div className="sy-row sy-wrap sy-apart ms-setting">
      <div>
        <b id={id}>{title}</b>
        <p className="sy-faint">{hint}</p>
      </div>
      <div className="sy-row sy-wrap sy-gap-2">{children(id)}</div>
    </div>
  )
}
