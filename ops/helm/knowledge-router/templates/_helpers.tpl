{{- define "kr.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Labels of one part; call with (dict "root" . "part" "api"). */}}
{{- define "kr.selector" -}}
app.kubernetes.io/name: knowledge-router
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "kr.labels" -}}
{{ include "kr.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "kr.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "kr.podSecurity" -}}
runAsNonRoot: true
# The user "node" of the image.
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "kr.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* What API and worker have in common of a pod. */}}
{{- define "kr.pod" -}}
automountServiceAccountToken: false
# Else a Service of the namespace that is named "metrics" would set METRICS_PORT.
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
# Longer than the time within which requests and jobs under way may finish.
terminationGracePeriodSeconds: 45
securityContext: {{- include "kr.podSecurity" . | nindent 2 }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if .Values.files.existingClaim }}
    persistentVolumeClaim:
      claimName: {{ .Values.files.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- include "kr.authorityVolume" . | nindent 2 }}
{{- end }}

{{- define "kr.authorityVolume" -}}
{{- with .Values.certificateAuthority.configMap -}}
- name: authority
  configMap:
    name: {{ . }}
{{- end }}
{{- end }}

{{- define "kr.authorityMount" -}}
{{- if .Values.certificateAuthority.configMap -}}
- name: authority
  mountPath: /etc/knowledge-router/authority
  readOnly: true
{{- end }}
{{- end }}

{{- define "kr.authorityFile" -}}
/etc/knowledge-router/authority/{{ .Values.certificateAuthority.key }}
{{- end }}

{{- define "kr.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "kr.name" . }}
  - secretRef:
      name: {{ .Values.existingSecret }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
  {{- include "kr.authorityMount" . | nindent 2 }}
{{- end }}

{{/* What probes, ports and volumes of the chart rest on. */}}
{{- define "kr.fixed" -}}
HOST: 0.0.0.0
PORT: '3000'
DATA_DIR: /data
INGESTION_WORKER: separate
METRICS_HOST: 0.0.0.0
METRICS_PORT: '9464'
{{- if .Values.certificateAuthority.configMap }}
NODE_EXTRA_CA_CERTS: {{ include "kr.authorityFile" . }}
{{- end }}
{{- end }}

{{/* A wrong combination stops the installation with the sentence that helps. */}}
{{- define "kr.check" -}}
{{- $config := .Values.config -}}
{{- range $name, $value := $config -}}
{{- if regexMatch "(_KEY|_KEY_ID|_TOKEN|_SECRET|_HEADERS|^DATABASE_(MIGRATION_)?URL|^REDIS_URL)$" $name -}}
{{- fail (printf "config.%s: a secret belongs into existingSecret" $name) -}}
{{- end -}}
{{- if hasKey (include "kr.fixed" $ | fromYaml) $name -}}
{{- fail (printf "config.%s: set by the chart" $name) -}}
{{- end -}}
{{- end -}}
{{- if not .Values.existingSecret -}}
{{- fail "existingSecret: the name of a Secret with DATABASE_URL, BOOTSTRAP_OPERATOR_KEY and METRICS_TOKEN is required" -}}
{{- end -}}
{{- if and .Values.migration.enabled (not .Values.migration.existingSecret) -}}
{{- fail "migration.existingSecret: the name of a Secret with DATABASE_MIGRATION_URL is required, or migration.enabled=false" -}}
{{- end -}}
{{- if not $config.QDRANT_URL -}}
{{- fail "config.QDRANT_URL: required, for LanceDB lies on the disk of one machine" -}}
{{- end -}}
{{- if and (not $config.S3_BUCKET) (not .Values.files.existingClaim) -}}
{{- fail "config.S3_BUCKET or files.existingClaim: required, for all pods need the uploaded files" -}}
{{- end -}}
{{- if and .Values.worker.autoscaling.enabled (not .Values.worker.autoscaling.prometheusAddress) -}}
{{- fail "worker.autoscaling.prometheusAddress: required, for KEDA asks Prometheus for kr_ingestion_tasks_due" -}}
{{- end -}}
{{- end }}
