import { Checkbox, Switch } from 'antd'
import { Link } from 'react-router'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import type { Preferences } from '../../contract.ts'
import type { PreferenceChange } from './changed-preferences.ts'

interface Props {
  readonly preferences: Preferences
  readonly onChange: (change: PreferenceChange) => void
}

type ChannelState = Preferences['channels'][number]
type TypeRow = Preferences['types'][number]

/**
 * A table of message types and channels, whose rows are cards on a phone. It states its roles, because screen readers
 * ignore a table with another layout.
 */
export function ChannelMatrix({ preferences, onChange }: Props) {
  const t = useText('messages')
  const label = useBilingual()
  const { channels, types } = preferences
  const groups = [...new Map(types.map((type) => [type.group, type.groupLabel]))]
  return (
    <section className="sy-card ms-settings-card" aria-labelledby="channel-matrix">
      <h2 id="channel-matrix">{t('settings.matrix')}</h2>
      <p className="sy-faint">{t('settings.matrixHint')}</p>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: laid out as cards it would not be a table without them. */}
      <table className="ms-matrix" role="table" aria-labelledby="channel-matrix">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('settings.type')}
            </th>
            {channels.map((channel) => (
              <th key={channel.channel} role="columnheader" scope="col">
                <ChannelHead channel={channel} onChange={onChange} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, groupLabel]) => (
          <tbody key={group} role="rowgroup">
            <tr role="row" className="ms-matrix-group">
              <th scope="rowgroup" colSpan={channels.length + 1}>
                {label(groupLabel)}
              </th>
            </tr>
            {types
              .filter((type) => type.group === group)
              .map((type) => (
                <TypeChoices key={type.type} type={type} channels={channels} onChange={onChange} />
              ))}
          </tbody>
        ))}
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
    </section>
  )
}

/** The channel, its address, and the switch that stops everything that is not mandatory. */
function ChannelHead({ channel, onChange }: { channel: ChannelState; onChange: Props['onChange'] }) {
  const t = useText('messages')
  const name = t(`channel.${channel.channel}`)
  return (
    <div className="sy-row ms-channel">
      <span className="ms-channel-name">{name}</span>
      {channel.channel === 'site' ? (
        <small>{t('settings.always')}</small>
      ) : (
        <>
          <ChannelAddress channel={channel} />
          <Switch
            checked={channel.enabled && channel.available}
            disabled={!channel.available}
            aria-label={t('settings.channelSwitch', { channel: name })}
            onChange={(enabled) => onChange({ channels: [{ channel: channel.channel, enabled }] })}
          />
        </>
      )}
    </div>
  )
}

function ChannelAddress({ channel }: { channel: ChannelState }) {
  const t = useText('messages')
  if (!channel.available) return <small>{t('settings.notSetUp')}</small>
  if (channel.reachable) return <small>{channel.address ?? t('settings.bound')}</small>
  const bindable = channel.channel === 'mail' || channel.channel === 'sms'
  if (!bindable) return <small>{t('settings.notBound')}</small>
  return (
    <small>
      <Link to="/center/my/profile">{t(`settings.bind.${channel.channel}`)}</Link>
    </small>
  )
}

interface ChoicesProps {
  readonly type: TypeRow
  readonly channels: readonly ChannelState[]
  readonly onChange: Props['onChange']
}

function TypeChoices({ type, channels, onChange }: ChoicesProps) {
  const t = useText('messages')
  const name = useBilingual()(type.label)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out as cards it would not be a table without them.
    <tr role="row">
      <th role="rowheader" scope="row">
        {name}
        {type.mandatory && <small>{t('settings.mandatory')}</small>}
      </th>
      {type.choices.map((choice) => {
        const channel = channels.find((each) => each.channel === choice.channel)
        const channelName = t(`channel.${choice.channel}`)
        const off = !channel?.available || !channel.enabled
        return (
          <td key={choice.channel} role="cell">
            <Checkbox
              checked={choice.enabled && channel?.available === true}
              disabled={choice.locked || (off && choice.channel !== 'site')}
              aria-label={t('settings.choice', { type: name, channel: channelName })}
              onChange={({ target }) =>
                onChange({ choices: [{ type: type.type, channel: choice.channel, enabled: target.checked }] })
              }
            />
            <span className="ms-choice-name" aria-hidden="true">
              {channelName}
            </span>
          </td>
        )
      })}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}
