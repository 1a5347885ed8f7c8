import type { Input } from '#kit/contract.ts'
import type { messages, Preferences } from '../../contract.ts'

export type PreferenceChange = Input<typeof messages.changePreferences>['body']

/** The preferences as they will be after the change. */
export function changedBy(preferences: Preferences, change: PreferenceChange): Preferences {
  const { choices = [], channels = [], quietHours, digest, language } = change
  return {
    ...preferences,
    quietHours: quietHours ?? preferences.quietHours,
    digest: digest ?? preferences.digest,
    language: language ?? preferences.language,
    channels: preferences.channels.map((channel) => ({
      ...channel,
      enabled: channels.find((each) => each.channel === channel.channel)?.enabled ?? channel.enabled,
    })),
    types: preferences.types.map((type) => ({
      ...type,
      choices: type.choices.map((choice) => ({
        ...choice,
        enabled:
          choices.find((each) => each.type === type.type && each.channel === choice.channel)?.enabled ?? choice.enabled,
      })),
    })),
  }
}
