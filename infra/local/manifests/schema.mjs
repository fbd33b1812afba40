// @ts-check

/**
 * The fields of Kubernetes that `infra/kubernetes` uses, with their types. Kubernetes drops a field that it
 * does not know, so a misspelt probe would be no probe. A field that is missing here is added from the API
 * reference; `npm run test:long` compares the manifests with the types of Kubernetes itself.
 */

const text = { type: 'string', minLength: 1 };
const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };
const count = { type: 'integer', minimum: 0 };
const positive = { type: 'integer', minimum: 1 };
const yes = { type: 'boolean' };
const port = { type: 'integer', minimum: 1, maximum: 65_535 };
const portName = { type: 'string', pattern: '^[a-z0-9-]{1,15}$' };
const bytes = { type: 'string', pattern: '^[0-9]+(Mi|Gi)$' };
const cpu = { type: 'string', pattern: '^[0-9]+m?$' };
const words = { type: 'object', additionalProperties: text, minProperties: 1 };

/** @param {object} items */
const list = (items) => ({ type: 'array', items, minItems: 1 });
/** @param {...string} values */
const oneOf = (...values) => ({ enum: values });

/**
 * @param {Record<string, object>} required
 * @param {Record<string, object>} [optional]
 */
const object = (required, optional = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

/** @param {Record<string, object>} ways of which an object has one */
const oneWay = (ways, rest = {}) => ({
  ...object({}, { ...ways, ...rest }),
  oneOf: Object.keys(ways).map((way) => ({ required: [way] })),
});

const metadata = object({ name }, { labels: words });
const selector = object({ matchLabels: words });

const httpGet = object({ path: { type: 'string', pattern: '^/' }, port: portName });
const exec = object({ command: list(text) });
const tcpSocket = object({ port: portName });
const probe = oneWay(
  { httpGet, exec, tcpSocket },
  { periodSeconds: positive, timeoutSeconds: positive, failureThreshold: positive },
);

const variable = oneWay(
  {
    value: text,
    valueFrom: object({ secretKeyRef: object({ name, key: text }, { optional: yes }) }),
  },
  { name: text },
);

const container = object(
  {
    name,
    image: text,
    securityContext: object({
      allowPrivilegeEscalation: { const: false },
      readOnlyRootFilesystem: { const: true },
      capabilities: object({ drop: { const: ['ALL'] } }),
    }),
    // A limit on CPU would throttle alarms while the machine is idle.
    resources: object({
      requests: object({ cpu, memory: bytes }),
      limits: object({ memory: bytes }),
    }),
  },
  {
    command: list(text),
    ports: list(object({ name: portName, containerPort: port })),
    envFrom: list(object({ configMapRef: object({ name }) })),
    env: list(variable),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    lifecycle: object({ preStop: object({ exec }) }),
    volumeMounts: list(object({ name, mountPath: text }, { readOnly: yes })),
  },
);

const volume = oneWay(
  { emptyDir: object({ sizeLimit: bytes }), configMap: object({ name }) },
  { name },
);

const podSpec = object(
  {
    automountServiceAccountToken: { const: false },
    enableServiceLinks: { const: false },
    securityContext: object(
      {
        runAsNonRoot: { const: true },
        runAsUser: positive,
        runAsGroup: positive,
        seccompProfile: object({ type: { const: 'RuntimeDefault' } }),
      },
      { fsGroup: positive },
    ),
    containers: list(container),
  },
  {
    restartPolicy: oneOf('Always', 'OnFailure', 'Never'),
    terminationGracePeriodSeconds: positive,
    topologySpreadConstraints: list(
      object({
        maxSkew: positive,
        topologyKey: text,
        whenUnsatisfiable: oneOf('ScheduleAnyway', 'DoNotSchedule'),
        labelSelector: selector,
      }),
    ),
    volumes: list(volume),
  },
);

const template = object({ metadata: object({ labels: words }), spec: podSpec });

const strategy = object(
  { type: oneOf('RollingUpdate', 'Recreate') },
  { rollingUpdate: object({ maxSurge: count, maxUnavailable: count }) },
);

const claim = object({
  metadata: object({ name }),
  spec: object({
    accessModes: list(oneOf('ReadWriteOnce', 'ReadWriteOncePod')),
    resources: object({ requests: object({ storage: bytes }) }),
  }),
});

const servicePort = object({ name: portName, port, targetPort: portName });
const peer = oneWay({ podSelector: selector, namespaceSelector: selector });
const rule = object({
  from: list(peer),
  ports: list(object({ protocol: oneOf('TCP', 'UDP'), port: portName })),
});
const backend = object({ service: object({ name, port: object({ name: portName }) }) });
const path = object({ path: text, pathType: oneOf('Prefix', 'Exact'), backend });
const host = object({ host: text, http: object({ paths: list(path) }) });

/**
 * @param {string} apiVersion
 * @param {object} spec
 */
const kind = (apiVersion, spec) =>
  object({ apiVersion: { const: apiVersion }, kind: text, metadata, spec });

/** @type {Record<string, object>} the schema of each kind */
export const KINDS = {
  Deployment: kind(
    'apps/v1',
    object({ replicas: positive, strategy, selector, template }, { minReadySeconds: positive }),
  ),
  StatefulSet: kind(
    'apps/v1',
    object(
      { replicas: positive, serviceName: name, selector, template },
      { volumeClaimTemplates: list(claim) },
    ),
  ),
  Job: kind(
    'batch/v1',
    object({ backoffLimit: count, template }, { activeDeadlineSeconds: positive }),
  ),
  PodDisruptionBudget: kind('policy/v1', object({ maxUnavailable: count, selector })),
  Service: kind(
    'v1',
    object(
      { selector: words, ports: list(servicePort) },
      { clusterIP: { const: 'None' }, publishNotReadyAddresses: yes },
    ),
  ),
  Ingress: kind(
    'networking.k8s.io/v1',
    object({ tls: list(object({ hosts: list(text), secretName: name })), rules: list(host) }),
  ),
  NetworkPolicy: kind(
    'networking.k8s.io/v1',
    object({ podSelector: selector, policyTypes: list(oneOf('Ingress')), ingress: list(rule) }),
  ),
  Kustomization: object(
    { apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' }, kind: text },
    {
      resources: list(text),
      images: list(object({ name, newTag: text })),
      configMapGenerator: list(oneWay({ literals: list(text), files: list(text) }, { name })),
    },
  ),
};
