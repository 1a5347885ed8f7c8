export interface ChosenTopic {
  readonly id: string
  readonly name: string
}
