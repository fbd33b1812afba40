// @ts-check
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLES_PER_SECOND = 8_000;
/** The siren is a square wave of 0.9; a browser and PulseAudio may turn it down. */
const LOUD = 0.1;
const LATEST_SAMPLES = SAMPLES_PER_SECOND / 4;

/**
 * A sound server without a sound card. Each browser plays into an output of its own, and the test
 * listens to the output: what it hears was produced, whatever the browser says.
 */
export class SoundServer {
  /** @param {string} folder for its socket @param {string[]} outputs the names of the outputs */
  constructor(folder, outputs) {
    const socket = join(folder, 'sound.socket');
    this.env = {
      PULSE_SERVER: `unix:${socket}`,
      PULSE_COOKIE: join(folder, 'pulse-cookie'),
      // The folder takes along what the browsers and their screens leave behind.
      TMPDIR: folder,
    };
    const modules = [
      `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
      ...outputs.map((name) => `module-null-sink sink_name=${name}`),
    ];
    this.server = spawn(
      'pulseaudio',
      ['-n', '--exit-idle-time=-1', '--disallow-exit', ...modules.map((one) => `--load=${one}`)],
      {
        env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder },
        stdio: 'ignore',
      },
    );
  }

  /**
   * @param {string} output
   * @returns the environment of a browser that plays into this output
   */
  envOf(output) {
    return { ...this.env, PULSE_SINK: output };
  }

  /** @param {string} output */
  async listenTo(output) {
    await this.ready();
    return new Listener(output, this.env);
  }

  async ready() {
    for (;;) {
      const info = spawn('pactl', ['info'], {
        env: { ...process.env, ...this.env },
        stdio: 'ignore',
      });
      const code = await new Promise((resolve) => info.once('exit', resolve));
      if (code === 0) return;
      if (this.server.exitCode !== null) throw new Error('PulseAudio did not start.');
      await pause(200);
    }
  }

  stop() {
    this.server.kill('SIGKILL');
  }
}

/** Measures how loud an output is. */
class Listener {
  /** @type {number[]} */
  samples = [];

  /** @param {string} output @param {NodeJS.ProcessEnv} env */
  constructor(output, env) {
    const format = ['--format=s16le', '--channels=1', `--rate=${SAMPLES_PER_SECOND}`];
    this.recorder = spawn('parec', [`--device=${output}.monitor`, '--latency-msec=50', ...format], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.recorder.stdout.on('data', (/** @type {Buffer} */ bytes) => {
      for (let at = 0; at + 1 < bytes.length; at += 2) this.samples.push(bytes.readInt16LE(at));
      this.samples.splice(0, this.samples.length - LATEST_SAMPLES);
    });
  }

  /** Whether the last quarter of a second was loud. */
  get isLoud() {
    const squares = this.samples.reduce((sum, one) => sum + (one / 32_768) ** 2, 0);
    return Math.sqrt(squares / LATEST_SAMPLES) > LOUD;
  }

  stop() {
    this.recorder.kill();
  }
}
