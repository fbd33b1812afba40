// @ts-check

/**
 * @typedef {import('./read.mjs').Manifest} Manifest
 * @typedef {import('./read.mjs').Manifests} Manifests
 * @typedef {object} Product
 * @property {Record<string, string>} variables of the configuration, with their defaults
 * @property {string[]} routes of the API
 * @property {Record<string, any>} compose docker-compose.yml
 * @property {number} shutdownSeconds the longest shutdown of a node
 */

/** The image of this repository, and the services of docker-compose.yml that each workload stands for. */
const OWN_IMAGE = 'resq';
/** @type {Record<string, string>} */
const SERVICES = {
  'resq-api': 'node-1',
  'resq-worker': 'worker',
  'resq-migrate': 'migrate',
  'resq-redis': 'redis',
  'resq-probe': 'probe',
};
const PROBES = { startupProbe: 'live', livenessProbe: 'live', readinessProbe: 'ready' };
const WORKLOADS = ['Deployment', 'StatefulSet', 'Job'];

/**
 * @param {Manifests} manifests
 * @param {Product} product
 * @returns {string[]} a sentence for each fault
 */
export function faultsOf(manifests, product) {
  const { objects, faults } = manifests;
  const workloads = objects.filter(({ kind }) => WORKLOADS.includes(kind));
  const names = workloads.map(({ metadata }) => metadata.name).sort();
  const missing = Object.keys(SERVICES).filter((name) => !names.includes(name));
  return [
    ...faults,
    ...missing.map((name) => `${name} is missing`),
    ...workloads.flatMap((one) => faultsOfWorkload(one, manifests, product)),
    ...workloads.flatMap((one) => faultsOfPorts(one, objects)),
    ...objects.flatMap((one) => faultsOfWays(one, objects)),
  ];
}

/**
 * @param {Manifest} workload
 * @param {Manifests} manifests
 * @param {Product} product
 */
function faultsOfWorkload({ kind, metadata: { name }, spec }, { configs, images }, product) {
  const { template, selector, strategy, volumeClaimTemplates = [] } = spec;
  const pod = template.spec;
  const [container] = pod.containers;
  /** @type {string[]} */
  const faults = [];
  /** @param {boolean} holds @param {string} sentence */
  const expect = (holds, sentence) => holds || faults.push(`${name}: ${sentence}`);

  const service = product.compose.services[SERVICES[name] ?? ''];
  if (!service) return [`${name} stands for no service of docker-compose.yml`];
  const isOwn = container.image === OWN_IMAGE;
  if (isOwn) expect(images.includes(OWN_IMAGE), `the image ${OWN_IMAGE} gets no tag`);
  else expect(container.image === service.image, `runs ${container.image}, not ${service.image}`);
  expect(
    JSON.stringify(container.command) === JSON.stringify(service.command),
    `runs ${container.command}, not ${service.command}`,
  );

  const env = environmentOf(container, configs);
  const other = Object.keys(service.environment);
  for (const one of Object.keys(env)) {
    expect(!isOwn || one in product.variables, `${one} is no variable of the configuration`);
    expect(other.includes(one), `${one} is not in docker-compose.yml`);
  }
  for (const one of other) expect(one in env, `${one} of docker-compose.yml is missing`);
  for (const one of ['ROLE', 'DATA_DIR', 'NODE_ENV', 'METRICS_HOST']) {
    const [here, there] = [env[one], service.environment[one]];
    expect(here === there, `${one} is ${here}, and ${there} in docker-compose.yml`);
  }

  const labels = JSON.stringify(template.metadata.labels);
  if (kind !== 'Job') {
    expect(selects(selector.matchLabels, template.metadata.labels), `does not select ${labels}`);
    faults.push(...faultsOfProbes(name, container, env, product));
  }
  if (kind === 'Deployment' && name !== 'resq-redis') {
    const { maxUnavailable } = strategy.rollingUpdate ?? {};
    expect(maxUnavailable === 0, 'a node may be stopped before another one is ready');
  }
  if (isOwn && kind !== 'Job') {
    const [program, seconds = 0] = container.lifecycle?.preStop.exec.command ?? ['sleep'];
    expect(program === 'sleep', 'preStop does not sleep');
    const needed = Number(seconds) + product.shutdownSeconds;
    const grace = pod.terminationGracePeriodSeconds ?? 0;
    expect(grace > needed, `is killed after ${grace} s, and needs ${needed} s to stop`);
  }

  const claims = volumeClaimTemplates.map((/** @type {Manifest} */ claim) => claim.metadata.name);
  const volumes = (pod.volumes ?? []).map((/** @type {{ name: string }} */ volume) => volume.name);
  const mounts = container.volumeMounts ?? [];
  for (const mount of mounts) {
    expect([...claims, ...volumes].includes(mount.name), `mounts ${mount.name}, which is nowhere`);
  }
  for (const { configMap } of pod.volumes ?? []) {
    if (configMap) expect(configMap.name in configs, `reads ${configMap.name}, which nobody makes`);
  }
  const paths = mounts.map((/** @type {{ mountPath: string }} */ mount) => mount.mountPath);
  for (const path of writableOf(service)) {
    expect(paths.includes(path), `cannot write to ${path}, as in docker-compose.yml`);
  }
  return faults;
}

/**
 * @param {string} name
 * @param {Record<string, any>} container
 * @param {Record<string, string>} env
 * @param {Product} product
 */
function faultsOfProbes(name, container, env, { routes, variables }) {
  /** @param {string} one */
  const portOf = (one) => Number(env[one] ?? variables[one]);
  const isWorker = env.ROLE === 'worker';
  return Object.entries(PROBES).flatMap(([kind, answer]) => {
    const probe = container[kind];
    if (!probe && container.image !== OWN_IMAGE && kind === 'startupProbe') return [];
    if (!probe) return [`${name}: ${kind} is missing`];
    const { path, port } = probe.httpGet ?? probe.tcpSocket ?? {};
    if (!port) return [];
    const { containerPort = 0 } =
      (container.ports ?? []).find((/** @type {{ name: string }} */ one) => one.name === port) ??
      {};
    if (!path && containerPort > 0) return [];
    if (!path) return [`${name}: ${kind} asks port ${port}, which is not open`];
    // A worker serves its health beside its metrics.
    const served = portOf(isWorker ? 'METRICS_PORT' : 'PORT');
    return [
      ...(routes.includes(path) ? [] : [`${name}: ${kind} asks ${path}, which is no route`]),
      ...(path.endsWith(`/${answer}`) ? [] : [`${name}: ${kind} asks ${path}, not …/${answer}`]),
      ...(containerPort === served
        ? []
        : [`${name}: ${kind} asks port ${containerPort}, and ${served} serves it`]),
    ];
  });
}

/**
 * @param {Manifest} workload
 * @param {Manifest[]} objects
 */
function faultsOfPorts({ metadata: { name }, spec: { template } }, objects) {
  const services = objects.filter(
    ({ kind, spec }) => kind === 'Service' && selects(spec.selector, template.metadata.labels),
  );
  const reached = services.flatMap(({ spec }) =>
    spec.ports.map((/** @type {{ targetPort: string }} */ { targetPort }) => targetPort),
  );
  return (template.spec.containers[0].ports ?? [])
    .filter((/** @type {{ name: string }} */ port) => !reached.includes(port.name))
    .map((/** @type {{ name: string }} */ port) => `${name}: no Service leads to its ${port.name}`);
}

/**
 * Checks that Services, budgets, Ingresses and policies lead to pods and ports that exist.
 * @param {Manifest} object
 * @param {Manifest[]} objects
 */
function faultsOfWays({ kind, metadata, spec }, objects) {
  const name = `${kind} ${metadata.name}`;
  const pods = objects
    .filter((one) => WORKLOADS.includes(one.kind))
    .map(({ spec: { template } }) => template);
  /** @param {Record<string, string>} labels @returns {any[]} */
  const chosen = (labels) => pods.filter((pod) => selects(labels, pod.metadata.labels));
  /** @param {any[]} found @param {string} port */
  const open = (found, port) =>
    found.some(({ spec: { containers } }) =>
      containers[0].ports?.some((/** @type {{ name: string }} */ one) => one.name === port),
    );
  /** @param {Record<string, string>} labels @param {string[]} ports */
  const lead = (labels, ports) => {
    const found = chosen(labels);
    if (found.length === 0) return [`${name} selects no pod`];
    return ports.filter((port) => !open(found, port)).map((port) => `${name}: no port ${port}`);
  };
  const targets = (/** @type {any[]} */ ports) => ports.map((one) => one.targetPort ?? one.port);
  if (kind === 'Service') return lead(spec.selector, targets(spec.ports));
  if (kind === 'PodDisruptionBudget') return lead(spec.selector.matchLabels, []);
  if (kind === 'NetworkPolicy') {
    const ports = spec.ingress.flatMap((/** @type {any} */ rule) => targets(rule.ports));
    return lead(spec.podSelector.matchLabels, ports);
  }
  const services = objects.filter((one) => one.kind === 'Service');
  /** @param {string} wanted @param {string} [port] */
  const hasService = (wanted, port) =>
    services.some(
      (one) =>
        one.metadata.name === wanted &&
        (!port || one.spec.ports.some((/** @type {{ name: string }} */ p) => p.name === port)),
    );
  if (kind === 'StatefulSet' && !hasService(spec.serviceName)) {
    return [`${name}: no Service ${spec.serviceName}`];
  }
  if (kind !== 'Ingress') return [];
  return spec.rules
    .flatMap((/** @type {any} */ rule) => rule.http.paths)
    .map((/** @type {any} */ { backend }) => backend.service)
    .filter((/** @type {any} */ service) => !hasService(service.name, service.port.name))
    .map((/** @type {any} */ service) => `${name}: no Service ${service.name}`);
}

/**
 * @param {Record<string, any>} container
 * @param {Manifests['configs']} configs
 * @returns {Record<string, string>} its variables; a secret one has the value `secret`
 */
export function environmentOf({ env = [], envFrom = [] }, configs) {
  const shared = envFrom.map(
    (/** @type {any} */ { configMapRef }) => configs[configMapRef.name] ?? {},
  );
  const own = env.map((/** @type {any} */ { name, value }) => [name, value ?? 'secret']);
  return Object.assign({}, ...shared, Object.fromEntries(own));
}

/**
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} labels
 */
function selects(wanted, labels) {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

/** @param {{ tmpfs?: string[], volumes?: string[] }} service */
function writableOf({ tmpfs = [], volumes = [] }) {
  return [...tmpfs, ...volumes.map((volume) => volume.split(':')[1] ?? '')];
}
