/** The loudness of sounds, by one audio context for the whole page. */

let context: AudioContext | undefined

/** Browsers only enable it after the first click; the level is 0 until then. */
export function audioContext(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  return context
}

export interface LevelProbe {
  /** 0 is silence, 1 is the maximum. */
  level(): number
  close(): void
}

/** Measures the sound of a stream, without playing it. */
export function probeLevel(stream: MediaStream): LevelProbe {
  const audio = audioContext()
  const source = audio.createMediaStreamSource(stream)
  const analyser = audio.createAnalyser()
  analyser.fftSize = 1024
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      let sum = 0
      for (const sample of samples) sum += sample * sample
      return Math.min(1, Math.sqrt(sum / samples.length))
    },
    close() {
      source.disconnect()
    },
  }
}

/** A short rising chord to test the speaker. Resolves when it has faded. */
export async function playTestSound(speakerId: string): Promise<void> {
  const audio = new AudioContext()
  if (speakerId !== '' && 'setSinkId' in audio) {
    const chooses = audio as AudioContext & { setSinkId(id: string): Promise<void> }
    await chooses.setSinkId(speakerId).catch(() => undefined)
  }
  const notes = [523.25, 659.25, 783.99]
  const length = 0.9
  await Promise.all(notes.map((frequency, at) => playNote(audio, frequency, at * 0.16, length)))
  await audio.close()
}

function playNote(audio: AudioContext, frequency: number, delay: number, length: number): Promise<void> {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const start = audio.currentTime + delay
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.16, start + 0.03)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
  return new Promise((resolve) => tone.addEventListener('ended', () => resolve(), { once: true }))
}
