// Made of the OpenAPI document by "npm run client:types".

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who this credential belongs to and what it may do
         * @description For operator, admin, member.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the caller's own profile
         * @description For admin, member, with permission chat.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/v1/users/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download your own conversations, memories and files
         * @description For admin, member.
         */
        get: operations["exportOwnData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload many files as a form, or as one ZIP archive or mailbox
         * @description For admin, member, with permission documents:write.
         */
        post: operations["uploadDocumentBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of a batch
         * @description For admin, member, with permission documents:read.
         */
        get: operations["getDocumentBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a source's files with the caller's documents from it
         * @description For admin, member, with permission documents:read.
         */
        post: operations["compareManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete many documents at once, or change their visibility or collections
         * @description For admin, member, with permission documents:write.
         */
        post: operations["changeDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents that the caller may see
         * @description For admin, member, with permission documents:read.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document as a form, or as text or a URL in JSON
         * @description For admin, member, with permission documents:write.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document: its state and what is known about it
         * @description For admin, member, with permission documents:read.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document: unreadable at once, purged soon
         * @description For admin, member, with permission documents:write.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /**
         * Change title, visibility, metadata or source path; takes effect at once
         * @description For admin, member, with permission documents:write.
         */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/v1/documents/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file in use, as it was uploaded
         * @description For admin, member, with permission documents:read.
         */
        get: operations["downloadDocumentFile"];
        /**
         * Replace the file with a new version; the old one is used until the new one is ready
         * @description For admin, member, with permission documents:write.
         */
        put: operations["replaceDocumentFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the file again, for example after a failure
         * @description For admin, member, with permission documents:write.
         */
        post: operations["reprocessDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a document's stored versions, for users who may replace it; versions from before it was shown to more people are listed only for its owner
         * @description For admin, member, with permission documents:write.
         */
        get: operations["listDocumentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version as the newest one; the present one is used until it is ready
         * @description For admin, member, with permission documents:write.
         */
        post: operations["restoreDocumentVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passages of a document in order
         * @description For admin, member, with permission documents:read.
         */
        get: operations["listDocumentChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the ingestion of a document as server-sent events
         * @description For admin, member, with permission documents:read.
         */
        get: operations["watchDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/pages/{page}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a page of a PDF or of a picture file as an image
         * @description For admin, member, with permission documents:read.
         */
        get: operations["drawPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/boxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find where a span of a document's text is on its pages
         * @description For admin, member, with permission documents:read.
         */
        get: operations["findBoxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources that documents come from
         * @description For admin, with permission admin.
         */
        get: operations["listSources"];
        put?: never;
        /**
         * Add a source; the first run starts immediately
         * @description For admin, with permission admin.
         */
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a source with its last run
         * @description For admin, with permission admin.
         */
        get: operations["getSource"];
        put?: never;
        post?: never;
        /**
         * Remove a source that you own, with or without its documents
         * @description For admin, with permission admin.
         */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        /**
         * Change a source that you own; a run starts immediately
         * @description For admin, with permission admin.
         */
        patch: operations["updateSource"];
        trace?: never;
    };
    "/v1/sources/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last 100 runs of a source
         * @description For admin, with permission admin.
         */
        get: operations["listSourceRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of your source, with the reasons for those that could not be read
         * @description For admin, with permission admin.
         */
        get: operations["listSourceItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/principals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readers that your source names and nobody here matches
         * @description For admin, with permission admin.
         */
        get: operations["listSourcePrincipals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run now; resumes a paused source
         * @description For admin, with permission admin.
         */
        post: operations["runSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the current run and pause the source
         * @description For admin, with permission admin.
         */
        post: operations["pauseSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm that a waiting run may remove more than a fifth of all files
         * @description For admin, with permission admin.
         */
        post: operations["confirmSourceRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/source-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of sources with the settings that each needs
         * @description For admin, with permission admin.
         */
        get: operations["listSourceKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/source-kinds/{kind}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check settings before you add a source with them; nothing is stored
         * @description For admin, with permission admin.
         */
        post: operations["testSourceKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a run would succeed, without changing anything
         * @description For admin, with permission admin.
         */
        post: operations["testSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/origin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the original of a document that a source has brought
         * @description For admin, member, with permission documents:read.
         */
        get: operations["getDocumentOrigin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{name}/documents/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add your document with this path, which is your own id for it, or replace its content
         * @description For admin, member, with permission documents:write.
         */
        put: operations["putSourceDocument"];
        post?: never;
        /**
         * Delete your document with this path: unreadable at once, purged soon
         * @description For admin, member, with permission documents:write.
         */
        delete: operations["deleteSourceDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the collections that the caller may see
         * @description For admin, member, with permission documents:read.
         */
        get: operations["listCollections"];
        put?: never;
        /**
         * Create a collection of documents
         * @description For admin, member, with permission documents:write.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a collection
         * @description For admin, member, with permission documents:read.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection and, on request, documents that are in no other
         * @description For admin, member, with permission documents:write.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change a collection, as its owner or an administrator
         * @description For admin, member, with permission documents:write.
         */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/v1/collections/{id}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a document to a collection; its visibility does not change
         * @description For admin, member, with permission documents:write.
         */
        put: operations["addDocumentToCollection"];
        post?: never;
        /**
         * Remove a document from a collection without deleting it
         * @description For admin, member, with permission documents:write.
         */
        delete: operations["removeDocumentFromCollection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assistants that the caller may ask
         * @description For admin, member, with permission chat.
         */
        get: operations["listAssistants"];
        put?: never;
        /**
         * Create an assistant
         * @description For admin, with permission admin.
         */
        post: operations["createAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assistants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an assistant: administrators all of it, others its name and description
         * @description For admin, member, with permission chat.
         */
        get: operations["getAssistant"];
        put?: never;
        post?: never;
        /**
         * Delete an assistant, except the default one
         * @description For admin, with permission admin.
         */
        delete: operations["deleteAssistant"];
        options?: never;
        head?: never;
        /**
         * Change an assistant; turns in progress keep the old settings
         * @description For admin, with permission admin.
         */
        patch: operations["updateAssistant"];
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the language models: all of them for admins and the operator, otherwise those the caller may choose
         * @description For operator, admin, member, with permission chat.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the passages that the caller may see
         * @description For admin, member, with permission search.
         */
        post: operations["searchPassages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a search does or does not find a document
         * @description For admin, member, with permission search.
         */
        post: operations["explainSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question and get a cited answer, streamed or not
         * @description For admin, member, with permission chat.
         */
        post: operations["askQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what waits for the caller: proposed memories and failed documents
         * @description For admin, member.
         */
        get: operations["countWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the golden questions of the tenant
         * @description For admin, with permission admin.
         */
        get: operations["listGoldenQuestions"];
        put?: never;
        /**
         * Add a question that runs ask, with what its answer has to be
         * @description For admin, with permission admin.
         */
        post: operations["createGoldenQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a golden question in its newest version
         * @description For admin, with permission admin.
         */
        get: operations["getGoldenQuestion"];
        put?: never;
        post?: never;
        /**
         * Remove a golden question with its versions; runs keep its verdicts
         * @description For admin, with permission admin.
         */
        delete: operations["deleteGoldenQuestion"];
        options?: never;
        head?: never;
        /**
         * Change a golden question, which makes a new version of it, or its status
         * @description For admin, with permission admin.
         */
        patch: operations["updateGoldenQuestion"];
        trace?: never;
    };
    "/v1/evaluations/questions/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a golden question asked and expected before
         * @description For admin, with permission admin.
         */
        get: operations["listGoldenQuestionVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/executions/{id}/golden-question": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a golden question of a turn: of your own, or of one whose asker shares it by their feedback
         * @description For admin, with permission admin.
         */
        post: operations["createGoldenQuestionFromExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all golden questions as lines of JSON that ragas, promptfoo and Langfuse read
         * @description For admin, with permission admin.
         */
        get: operations["exportGoldenQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add golden questions from lines of JSON, at most 1,000 of them
         * @description For admin, with permission admin.
         */
        post: operations["importGoldenQuestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs with their figures
         * @description For admin, with permission admin.
         */
        get: operations["listEvaluationRuns"];
        put?: never;
        /**
         * Ask the active golden questions, in the background
         * @description For admin, with permission admin.
         */
        post: operations["startEvaluationRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run: how far it is, its settings and its figures
         * @description For admin, with permission admin.
         */
        get: operations["getEvaluationRun"];
        put?: never;
        post?: never;
        /**
         * Remove a run with its results
         * @description For admin, with permission admin.
         */
        delete: operations["deleteEvaluationRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/runs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a run before all was asked; one that has ended stays as it is
         * @description For admin, with permission admin.
         */
        post: operations["stopEvaluationRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/runs/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a run; an answer only if you may read all that it rests on
         * @description For admin, with permission admin.
         */
        get: operations["listEvaluationResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/runs/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a run with an earlier one, question by question
         * @description For admin, with permission admin.
         */
        get: operations["compareEvaluationRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description RFC 9457 problem details
         * @example {
         *       "type": "urn:knowledge-router:error:not_found",
         *       "title": "No such resource.",
         *       "status": 404,
         *       "code": "not_found",
         *       "detail": "There is no such resource.",
         *       "requestId": "0197e0b2-0000-7000-8000-000000000000"
         *     }
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "unparsable_request" | "validation_failed" | "unsupported_parameter" | "unauthenticated" | "credential_missing" | "credential_malformed" | "credential_expired" | "forbidden" | "key_unconfirmed" | "account_inactive" | "password_change_required" | "sign_in_off" | "webhooks_off" | "identity_provider_unavailable" | "not_found" | "route_not_found" | "gone" | "method_not_allowed" | "conflict" | "precondition_failed" | "session_busy" | "under_hold" | "payload_too_large" | "unsupported_media_type" | "not_acceptable" | "rate_limited" | "too_many_parallel_chats" | "too_many_parallel_searches" | "too_many_parallel_uploads" | "too_many_parallel_downloads" | "too_many_streams" | "url_refused" | "url_unreachable" | "idempotency_conflict" | "idempotency_in_progress" | "quota_exceeded" | "cancelled" | "deadline_exceeded" | "storage_unavailable" | "vector_store_unavailable" | "queue_unavailable" | "model_unavailable" | "model_invalid_output" | "model_context_exceeded" | "embedder_unavailable" | "embedder_invalid_output" | "insufficient_storage" | "server_busy" | "shutting_down" | "internal_error" | "unknown_tool" | "invalid_arguments" | "tool_timeout" | "tool_unavailable" | "tool_rate_limited" | "tool_failed" | "unsupported_format" | "holds_other_files" | "document_empty" | "document_encrypted" | "document_corrupt" | "document_image_only" | "archive_too_large" | "document_too_complex" | "parser_timeout" | "parser_out_of_memory" | "parser_crashed" | "file_missing" | "index_verification_failed" | "worker_lost";
            detail: string;
            requestId: string;
            errors?: {
                path: string;
                message: string;
                /**
                 * @description Set if the request did not match its schema.
                 * @enum {string}
                 */
                code?: "missing" | "unknown" | "wrong_type" | "wrong_format" | "not_a_choice" | "too_short" | "too_long" | "too_few" | "too_many" | "too_small" | "too_big";
                /** @description The limit that `code` refers to. */
                limit?: number;
            }[];
        };
        /** @description One server-sent event: `event` is its name, `data` its JSON. Lines that start with a colon keep the connection open. The document as it is, then each time it changes; the stream ends when nothing is being done with it any more, or with `error`. */
        DocumentEvent: components["schemas"]["DocumentEventDocument"] | components["schemas"]["DocumentEventError"];
        DocumentEventDocument: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "document";
            data: components["schemas"]["Document"];
        };
        Document: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ownerId: string;
            title: string;
            filename: string;
            mimeType: string;
            sizeBytes: number;
            sha256: string | null;
            language: string | null;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "deleting";
            progress: {
                /** @enum {string} */
                stage: "queued" | "parse" | "ocr" | "chunk" | "embed" | "upsert" | "verify" | "ready";
                done: number;
                total: number;
            };
            version: number;
            /** @description A newer file that is being read or has failed; until it is ready, `version` is used. */
            replacement: {
                version: number;
                /** @enum {string} */
                status: "queued" | "processing" | "failed";
                error: {
                    /** @enum {string} */
                    code: "unparsable_request" | "validation_failed" | "unsupported_parameter" | "unauthenticated" | "credential_missing" | "credential_malformed" | "credential_expired" | "forbidden" | "key_unconfirmed" | "account_inactive" | "password_change_required" | "sign_in_off" | "webhooks_off" | "identity_provider_unavailable" | "not_found" | "route_not_found" | "gone" | "method_not_allowed" | "conflict" | "precondition_failed" | "session_busy" | "under_hold" | "payload_too_large" | "unsupported_media_type" | "not_acceptable" | "rate_limited" | "too_many_parallel_chats" | "too_many_parallel_searches" | "too_many_parallel_uploads" | "too_many_parallel_downloads" | "too_many_streams" | "url_refused" | "url_unreachable" | "idempotency_conflict" | "idempotency_in_progress" | "quota_exceeded" | "cancelled" | "deadline_exceeded" | "storage_unavailable" | "vector_store_unavailable" | "queue_unavailable" | "model_unavailable" | "model_invalid_output" | "model_context_exceeded" | "embedder_unavailable" | "embedder_invalid_output" | "insufficient_storage" | "server_busy" | "shutting_down" | "internal_error" | "unknown_tool" | "invalid_arguments" | "tool_timeout" | "tool_unavailable" | "tool_rate_limited" | "tool_failed" | "unsupported_format" | "holds_other_files" | "document_empty" | "document_encrypted" | "document_corrupt" | "document_image_only" | "archive_too_large" | "document_too_complex" | "parser_timeout" | "parser_out_of_memory" | "parser_crashed" | "file_missing" | "index_verification_failed" | "worker_lost";
                    message: string;
                } | null;
            } | null;
            chunkCount: number;
            pageCount: number | null;
            warnings: components["schemas"]["DocumentWarning"][];
            /** @description `tenant`, `private`, `group:NAME`, or `source`: everyone who may read it in its source. */
            visibility: string;
            metadata: {
                [key: string]: string | number | boolean;
            };
            source: string | null;
            sourcePath: string | null;
            collectionIds: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            error: {
                /** @enum {string} */
                code: "unparsable_request" | "validation_failed" | "unsupported_parameter" | "unauthenticated" | "credential_missing" | "credential_malformed" | "credential_expired" | "forbidden" | "key_unconfirmed" | "account_inactive" | "password_change_required" | "sign_in_off" | "webhooks_off" | "identity_provider_unavailable" | "not_found" | "route_not_found" | "gone" | "method_not_allowed" | "conflict" | "precondition_failed" | "session_busy" | "under_hold" | "payload_too_large" | "unsupported_media_type" | "not_acceptable" | "rate_limited" | "too_many_parallel_chats" | "too_many_parallel_searches" | "too_many_parallel_uploads" | "too_many_parallel_downloads" | "too_many_streams" | "url_refused" | "url_unreachable" | "idempotency_conflict" | "idempotency_in_progress" | "quota_exceeded" | "cancelled" | "deadline_exceeded" | "storage_unavailable" | "vector_store_unavailable" | "queue_unavailable" | "model_unavailable" | "model_invalid_output" | "model_context_exceeded" | "embedder_unavailable" | "embedder_invalid_output" | "insufficient_storage" | "server_busy" | "shutting_down" | "internal_error" | "unknown_tool" | "invalid_arguments" | "tool_timeout" | "tool_unavailable" | "tool_rate_limited" | "tool_failed" | "unsupported_format" | "holds_other_files" | "document_empty" | "document_encrypted" | "document_corrupt" | "document_image_only" | "archive_too_large" | "document_too_complex" | "parser_timeout" | "parser_out_of_memory" | "parser_crashed" | "file_missing" | "index_verification_failed" | "worker_lost";
                message: string;
            } | null;
        };
        DocumentWarning: {
            /** @enum {string} */
            code: "pages_unread" | "formulas_without_results" | "encoding_guessed" | "characters_unreadable" | "columns_unclear" | "table_from_picture" | "content_left_out" | "suspicious_instructions";
            detail: string;
            /** @description The pages it is about, if not the whole document. */
            pages?: number[];
        };
        DocumentEventError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            data: components["schemas"]["Problem"];
        };
        /** @description One server-sent event: `event` is its name, `data` its JSON. Lines that start with a colon keep the connection open. The first is `execution`, the last `answer` or `error`; the texts of all `delta` concatenated are the `answer`, with each `correction` applied. `verdicts` says what is known of its statements; the last one counts. While a model writes what cannot be sent yet, `status` says how much; `sources` comes once where it is slow. Pass over events that you do not know. A stream cannot be resumed (`Last-Event-ID` is not read): ask again with the same `Idempotency-Key`. */
        ChatEvent: components["schemas"]["ChatEventExecution"] | components["schemas"]["ChatEventNode"] | components["schemas"]["ChatEventDecision"] | components["schemas"]["ChatEventTool"] | components["schemas"]["ChatEventStatus"] | components["schemas"]["ChatEventSources"] | components["schemas"]["ChatEventDelta"] | components["schemas"]["ChatEventVerdicts"] | components["schemas"]["ChatEventCorrection"] | components["schemas"]["ChatEventAnswer"] | components["schemas"]["ChatEventError"];
        ChatEventExecution: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "execution";
            data: {
                /** Format: uuid */
                executionId: string;
                /** Format: uuid */
                sessionId: string;
            };
        };
        ChatEventNode: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "node";
            data: {
                /** @enum {string} */
                node: "initialize" | "prepare_query" | "agent_decide" | "tools" | "finalize";
                /** @enum {string} */
                phase: "start" | "end";
                durationMs?: number;
                /** @enum {string} */
                status?: "success" | "degraded" | "error" | "timeout" | "cancelled";
            };
        };
        ChatEventDecision: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "decision";
            data: {
                iteration: number;
                decision: string;
                reasoning: string;
                tools: string[];
                confidence: number | null;
            };
        };
        ChatEventTool: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "tool";
            data: {
                /** @enum {string} */
                phase: "start" | "end";
                name: string;
                ok?: boolean;
            };
        };
        ChatEventStatus: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "status";
            data: {
                /** @enum {string} */
                phase: "writing";
                /** @description Characters that the model wrote since the last `delta`. */
                heldChars: number;
            };
        };
        ChatEventSources: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "sources";
            data: {
                /** @description What is quoted if the model does not answer in time. */
                citations: {
                    number: number;
                    /** @enum {string} */
                    type: "document" | "memory" | "tool";
                    /** Format: uuid */
                    documentId?: string;
                    /** Format: uuid */
                    chunkId?: string;
                    /** Format: uuid */
                    memoryId?: string;
                    toolCallId?: string;
                    /** @description Of a document, its original at the source that it came from; of a tool, what it read. */
                    url?: string;
                    /**
                     * Format: date-time
                     * @description When a source last read the document from its original.
                     */
                    readAt?: string;
                    title?: string;
                    chapter?: string | null;
                    pageStart?: number | null;
                    pageEnd?: number | null;
                    warnings?: components["schemas"]["DocumentWarning"][];
                    /** @enum {boolean} */
                    ocr?: true;
                    ocrConfidence?: number;
                    charStart?: number | null;
                    charEnd?: number | null;
                    quote: string | null;
                    score: number | null;
                    /** @enum {string} */
                    verification: "exact" | "supported" | "computed" | "unchecked" | "unsupported" | "contradicted" | "fuzzy" | "stale";
                    highlights: {
                        start: number;
                        end: number;
                    }[];
                }[];
            };
        };
        ChatEventDelta: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "delta";
            data: {
                text: string;
            };
        };
        ChatEventVerdicts: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "verdicts";
            data: {
                /** @description What is known about the statements, with offsets into all `delta` texts concatenated. */
                verdicts: components["schemas"]["Statement"][];
            };
        };
        Statement: {
            id: string;
            start: number;
            end: number;
            /** @enum {string} */
            verdict: "exact" | "supported" | "computed" | "unchecked" | "unsupported" | "contradicted";
            /**
             * @description Null if neither a rule nor a judge could tell.
             * @enum {string|null}
             */
            checkedBy: "rule" | "judge" | null;
            /** @enum {string} */
            reason: "verbatim" | "same_words" | "recomputed" | "figure_not_found" | "other_words" | "other_language" | "negation" | "condition" | "scope" | "period" | "parties" | "name_not_found" | "no_source" | "own_text" | "instructions_alone" | "judge_supported" | "judge_contradicted" | "judge_not_in_source" | "judge_without_words" | "judge_failed";
            /** @description Numbers of the citations in its markers; without markers, of those that support it. */
            citations: number[];
            /** @description How a figure was recalculated. */
            sum?: string;
            /** @description The source's figure, if the statement has a different one. */
            figureOfSource?: string;
        };
        ChatEventCorrection: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "correction";
            data: {
                statementId: string;
                /** @description Offset into all `delta` texts concatenated, in UTF-16 units. */
                start: number;
                end: number;
                /** @description The text that replaces this range in `answer`. */
                text: string;
                /** @description The same as a separate paragraph. */
                notice: string;
            };
        };
        ChatEventAnswer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "answer";
            data: components["schemas"]["ChatAnswer"];
        };
        ChatAnswer: {
            /** Format: uuid */
            executionId: string;
            /** Format: uuid */
            sessionId: string;
            /** Format: uuid */
            messageId: string;
            /** @enum {string} */
            status: "success" | "partial" | "degraded" | "error";
            /** @enum {string} */
            responseType: "answer" | "closest" | "clarification" | "not_found" | "unavailable";
            /** @enum {string} */
            stopReason: "answered" | "closest" | "clarification" | "max_iterations" | "deadline" | "not_found" | "unavailable";
            /** @enum {string} */
            generatedBy: "extractive" | "model";
            /** @description The sentence that says that no language model wrote this, as it stands in `answer` unless the citation style is `none`; else null. */
            notice: string | null;
            answer: string;
            language: string;
            confidence: number | null;
            grounding: number | null;
            citations: {
                number: number;
                /** @enum {string} */
                type: "document" | "memory" | "tool";
                /** Format: uuid */
                documentId?: string;
                /** Format: uuid */
                chunkId?: string;
                /** Format: uuid */
                memoryId?: string;
                toolCallId?: string;
                /** @description Of a document, its original at the source that it came from; of a tool, what it read. */
                url?: string;
                /**
                 * Format: date-time
                 * @description When a source last read the document from its original.
                 */
                readAt?: string;
                title?: string;
                chapter?: string | null;
                pageStart?: number | null;
                pageEnd?: number | null;
                warnings?: components["schemas"]["DocumentWarning"][];
                /** @enum {boolean} */
                ocr?: true;
                ocrConfidence?: number;
                charStart?: number | null;
                charEnd?: number | null;
                quote: string | null;
                score: number | null;
                /** @enum {string} */
                verification: "exact" | "supported" | "computed" | "unchecked" | "unsupported" | "contradicted" | "fuzzy" | "stale";
                highlights: {
                    start: number;
                    end: number;
                }[];
            }[];
            /** @description The model's statements in order, each with its verdict. */
            statements: components["schemas"]["Statement"][];
            corrections: components["schemas"]["Correction"][];
            toolCalls: {
                id: string;
                name: string;
                arguments: {
                    [key: string]: unknown;
                };
                ok: boolean;
                durationMs: number;
                cached: boolean;
                files: {
                    name: string;
                    url: string;
                }[];
            }[];
            proposedMemories: components["schemas"]["ProposedMemory"][];
            degraded: {
                node: string;
                reason: string;
                effect: string;
            }[];
            usage: {
                promptTokens: number;
                /** @description Prompt tokens read from the endpoints' caches; 0 if they reported none. */
                cachedTokens: number;
                completionTokens: number;
                costUsd: number | null;
            };
            timings: {
                totalMs: number;
                nodes: {
                    /** @enum {string} */
                    node: "initialize" | "prepare_query" | "agent_decide" | "tools" | "finalize";
                    iteration: number;
                    durationMs: number;
                    /** @enum {string} */
                    status: "success" | "degraded" | "error" | "timeout" | "cancelled";
                }[];
            };
        };
        /** @description A word that was not found, and the word used instead */
        Correction: {
            from: string;
            to: string;
        };
        /** @description Waits for `POST /v1/memories/:id/confirm` and is deleted at `confirmBy`. */
        ProposedMemory: {
            /** Format: uuid */
            id: string;
            content: string;
            /** Format: date-time */
            confirmBy: string | null;
        };
        ChatEventError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            data: components["schemas"]["Problem"];
        };
        Me: {
            user: {
                /** Format: uuid */
                id: string;
                email: string;
                /** @enum {string} */
                role: "admin" | "member";
                /** @enum {string} */
                status: "active" | "suspended";
                groups: string[];
                language: string | null;
                timezone: string;
                systemPrompt: string | null;
                preferences: {
                    name?: string;
                    city?: string;
                    /** @enum {string} */
                    citationStyle: "numbered" | "inline" | "none";
                    /** @enum {string} */
                    theme?: "light" | "dark";
                    consoleLanguage?: string;
                    savedFilters?: components["schemas"]["SavedFilter"][];
                    tools: string[];
                };
                /** Format: date-time */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the user first had a credential that nobody else has seen.
                 */
                activatedAt: string | null;
                /** @description The id of this person in your own systems; null if none was given. */
                externalId: string | null;
                /** @description The name that administrators see. */
                name: string | null;
                /** @description Your application signs this person in: no e-mail address and no password here. */
                managed: boolean;
            } | null;
            tenant: {
                /** Format: uuid */
                id: string;
                slug: string;
                name: string;
            } | null;
            /** @enum {string} */
            role: "operator" | "admin" | "member";
            permissions: ("chat" | "search" | "documents:read" | "documents:write" | "memories" | "admin" | "act_for_users" | "tokens" | "webhooks" | "embeddings" | "tasks")[];
            /** @description Documents may be added: by administrators, and by members where the policy lets them. */
            mayUpload: boolean;
            /** @description If false, PUT /v1/me/password sets the first one without asking for a current one. */
            hasPassword: boolean;
        };
        SavedFilter: {
            name: string;
            query: string;
        };
        ProfileChanges: {
            language?: string | null;
            timezone?: string;
            systemPrompt?: string | null;
            preferences?: {
                name?: string | null;
                city?: string | null;
                /** @enum {string} */
                citationStyle?: "numbered" | "inline" | "none";
                /** @enum {string|null} */
                theme?: "light" | "dark" | null;
                consoleLanguage?: string | null;
                /** @description Replaces all that were saved before. */
                savedFilters?: components["schemas"]["SavedFilter"][];
                /** @description Names of tools that GET /v1/tools lists as `on`. */
                tools?: string[];
            };
        };
        DocumentFilterGroup: {
            /** @enum {string} */
            type: "and" | "or";
            filters: components["schemas"]["DocumentFilter"][];
        };
        /**
         * @description Picks documents: a comparison, or several under `and` or `or`; at most 4 deep and 32 comparisons. `ne` and `nin` hold also where the document has no such value.
         * @example {
         *       "type": "eq",
         *       "key": "metadata.year",
         *       "value": 2026
         *     }
         */
        DocumentFilter: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"];
        DocumentComparison: {
            /** @enum {string} */
            type: "eq" | "ne" | "in" | "nin" | "gt" | "gte" | "lt" | "lte";
            /** @description collectionId, documentId, owner, title, format, language, createdAt, updatedAt or metadata.NAME */
            key: string;
            value: string | number | boolean | (string | number | boolean)[];
        };
        BatchAnswer: {
            /** Format: uuid */
            batchId: string;
            files: {
                name: string;
                /**
                 * @description duplicate: the document was there with this content.
                 * @enum {string}
                 */
                status: "accepted" | "duplicate" | "refused";
                document?: components["schemas"]["Document"];
                error?: components["schemas"]["FileProblem"];
            }[];
        };
        FileProblem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "unparsable_request" | "validation_failed" | "unsupported_parameter" | "unauthenticated" | "credential_missing" | "credential_malformed" | "credential_expired" | "forbidden" | "key_unconfirmed" | "account_inactive" | "password_change_required" | "sign_in_off" | "webhooks_off" | "identity_provider_unavailable" | "not_found" | "route_not_found" | "gone" | "method_not_allowed" | "conflict" | "precondition_failed" | "session_busy" | "under_hold" | "payload_too_large" | "unsupported_media_type" | "not_acceptable" | "rate_limited" | "too_many_parallel_chats" | "too_many_parallel_searches" | "too_many_parallel_uploads" | "too_many_parallel_downloads" | "too_many_streams" | "url_refused" | "url_unreachable" | "idempotency_conflict" | "idempotency_in_progress" | "quota_exceeded" | "cancelled" | "deadline_exceeded" | "storage_unavailable" | "vector_store_unavailable" | "queue_unavailable" | "model_unavailable" | "model_invalid_output" | "model_context_exceeded" | "embedder_unavailable" | "embedder_invalid_output" | "insufficient_storage" | "server_busy" | "shutting_down" | "internal_error" | "unknown_tool" | "invalid_arguments" | "tool_timeout" | "tool_unavailable" | "tool_rate_limited" | "tool_failed" | "unsupported_format" | "holds_other_files" | "document_empty" | "document_encrypted" | "document_corrupt" | "document_image_only" | "archive_too_large" | "document_too_complex" | "parser_timeout" | "parser_out_of_memory" | "parser_crashed" | "file_missing" | "index_verification_failed" | "worker_lost";
            detail: string;
            errors?: {
                path: string;
                message: string;
                /**
                 * @description Set if the request did not match its schema.
                 * @enum {string}
                 */
                code?: "missing" | "unknown" | "wrong_type" | "wrong_format" | "not_a_choice" | "too_short" | "too_long" | "too_few" | "too_many" | "too_small" | "too_big";
                /** @description The limit that `code` refers to. */
                limit?: number;
            }[];
        };
        DocumentBatchForm: {
            /** @description Of new documents `tenant` where it is left out; the others keep theirs. */
            visibility?: string;
            /** @description A JSON object, of each document. */
            metadata?: string;
            /** @description Ids of collections with commas between them. */
            collectionIds?: string;
            /**
             * @description For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.
             * @enum {string}
             */
            onDuplicate?: "update" | "refuse";
            /** @description Where the files come from: the name of each is its path in there. */
            source?: string;
            /** @description The files, after all fields. */
            file?: string[];
            /**
             * Format: binary
             * @description Instead of files: a ZIP archive of them, or a mailbox (mbox) of mails, behind all fields.
             */
            archive?: string;
        };
        Batch: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null if the request was cut off.
             */
            receivedAt: string | null;
            /**
             * Format: date-time
             * @description When the last of its documents was ready, failed or deleted.
             */
            completedAt: string | null;
            files: {
                processing: number;
                ready: number;
                failed: number;
                deleted: number;
                refused: number;
            };
        };
        ManifestAnswer: {
            source: string;
            entries: {
                /** @description In NFC and with `/`, in the position where it was sent. */
                path: string;
                /**
                 * @description new: there is nothing at this path; changed: other content; same: this content answers; processing: this content is being read; failed: this content could not be read.
                 * @enum {string}
                 */
                state: "new" | "changed" | "same" | "processing" | "failed";
                /** Format: uuid */
                documentId: string | null;
                /** @description The newest one; null if there is no document. */
                version: number | null;
                /** @description That version was uploaded by hand and is not the source's content. */
                isEdited: boolean;
            }[];
        };
        Manifest: {
            /** @description The folder, drive or export of the caller that it comes from. */
            source: string;
            entries: {
                /** @description Its path there, relative and with `/`, compared in NFC. */
                path: string;
                /** @description Of the content. */
                sha256: string;
                /** @description In bytes. */
                size: number;
            }[];
        };
        BulkOutcomes: {
            outcomes: {
                /** Format: uuid */
                documentId: string;
                /**
                 * @description conflict: another request is changing this document, or a wider visibility would show its present text until a new one is ready; send it once more then.
                 * @enum {string}
                 */
                status: "done" | "not_found" | "forbidden" | "conflict";
            }[];
        };
        BulkChange: {
            /** @enum {string} */
            action: "delete";
            documentIds: string[];
        } | {
            /** @enum {string} */
            action: "set_visibility";
            documentIds: string[];
            visibility: string;
        } | {
            /** @enum {string} */
            action: "add_to_collection" | "remove_from_collection";
            documentIds: string[];
            /** Format: uuid */
            collectionId: string;
        };
        UploadedDocument: {
            document: components["schemas"]["Document"];
            duplicate: boolean;
        };
        NewTextDocument: {
            title: string;
            text: string;
            /** @description Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider. */
            visibility?: string;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** @description Collections that it is put into; who edits them all may do so without being allowed to upload elsewhere. */
            collectionIds?: string[];
            /**
             * @description For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.
             * @enum {string}
             */
            onDuplicate?: "update" | "refuse";
            /** @description The folder, drive or export of the caller that it comes from. */
            source?: string;
            /** @description Its path there, relative and with `/`, compared in NFC. */
            sourcePath?: string;
        };
        NewUrlDocument: {
            /** @description A page or file of the public internet, by http or https on port 80 or 443, without a user name. It is fetched before the answer; scheme, host and path become the metadata `sourceUrl`. */
            url: string;
            /** @description Default: the file name given by the host. */
            title?: string;
            /** @description Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider. */
            visibility?: string;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** @description Collections that it is put into; who edits them all may do so without being allowed to upload elsewhere. */
            collectionIds?: string[];
            /**
             * @description For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.
             * @enum {string}
             */
            onDuplicate?: "update" | "refuse";
        };
        DocumentForm: {
            /** Format: binary */
            file: string;
            title?: string;
            /** @description Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider. */
            visibility?: string;
            /** @description A JSON object. */
            metadata?: string;
            /** @description Ids of collections with commas between them; an editor of theirs sends it before the file. */
            collectionIds?: string;
            /**
             * @description For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.
             * @enum {string}
             */
            onDuplicate?: "update" | "refuse";
            /** @description The folder, drive or export of the caller that it comes from. */
            source?: string;
            /** @description Its path there, relative and with `/`, compared in NFC. */
            sourcePath?: string;
        };
        DocumentList: {
            items: components["schemas"]["Document"][];
            nextCursor: string | null;
            /** @description With `total=true`: how many there are in all. */
            total?: number;
        };
        DocumentChanges: {
            title?: string;
            /** @description A wider one is 409 while other content is being read; earlier versions stay for the owner only. */
            visibility?: string;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** @description Its new path in its source, after a renaming. */
            sourcePath?: string;
        };
        DeletingDocument: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "deleting";
        };
        DocumentFileForm: {
            /** Format: binary */
            file: string;
        };
        DocumentVersionList: {
            items: components["schemas"]["DocumentVersion"][];
            nextCursor: string | null;
        };
        DocumentVersion: {
            version: number;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "replaced";
            title: string | null;
            filename: string;
            mimeType: string;
            sizeBytes: number;
            sha256: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Questions are answered from this. */
            answers: boolean;
            /** @description Its file is kept and another version is in use, so it can be restored. */
            restorable: boolean;
        };
        ChunkList: {
            items: components["schemas"]["Chunk"][];
            nextCursor: string | null;
        };
        /** @description A passage. `blocks` lists its headings, paragraphs, lists, tables and code by their offsets in the document's text, as in citations: one item, row or line of a block per line, cells separated by ` | `, a table's header first. Null if the file was read by an earlier release. */
        Chunk: {
            /** Format: uuid */
            id: string;
            index: number;
            content: string;
            chapter: string | null;
            pageStart: number | null;
            pageEnd: number | null;
            charStart: number;
            charEnd: number;
            tokenCount: number;
            language: string;
            blocks: components["schemas"]["TextBlock"][] | null;
        };
        TextBlock: {
            /** @enum {string} */
            kind: "heading" | "paragraph" | "list" | "table" | "code";
            /** @description Level of a heading; 1 is the outermost. */
            level?: number;
            /**
             * @description Set if the heading is the name of a sheet or a slide.
             * @enum {string}
             */
            opens?: "sheet" | "slide";
            /**
             * @description Read in a picture by text recognition (OCR); absent for text of the file.
             * @enum {boolean}
             */
            ocr?: true;
            /** @description How sure text recognition is of its least certain line, from 0 to 100. */
            confidence?: number;
            charStart: number;
            charEnd: number;
        };
        /** @description Rectangles as fractions of their page, from the upper left corner of its image. `match`: `exact` marks the letters of the span; `lines` marks whole lines, if only some of its letters were found; `none` marks nothing. */
        PageBoxes: {
            /** @enum {string} */
            match: "exact" | "lines" | "none";
            boxes: {
                page: number;
                left: number;
                top: number;
                width: number;
                height: number;
            }[];
            version: number;
        };
        SourceList: {
            items: components["schemas"]["Source"][];
            nextCursor: string | null;
        };
        Source: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Created the source and owns its documents.
             */
            ownerId: string;
            name: string;
            kind: string;
            settings: {
                [key: string]: unknown;
            };
            rechecksReaders: boolean;
            visibility: string;
            rules: components["schemas"]["SourceRule"][];
            /** Format: uuid */
            collectionId: string | null;
            everyMinutes: number | null;
            graceDays: number;
            /**
             * @description Null if the source is not paused.
             * @enum {string|null}
             */
            pausedReason: "by_admin" | "owner_inactive" | "collection_gone" | "kind_gone" | "credentials_unreadable" | "keeping_documents" | "deleting_documents" | null;
            /** @description Failed runs since the last successful one. */
            failures: number;
            /** Format: date-time */
            lastCompleteAt: string | null;
            /**
             * Format: date-time
             * @description Null while a run is in progress, or if runs start only on request.
             */
            nextRunAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description True if credentials are stored. They are never returned. */
            hasCredentials: boolean;
            items: components["schemas"]["SourceItemCounts"];
            lastRun: components["schemas"]["SourceRun"] | null;
            /** @description What the last run would do if you confirmed it; null unless it waits. */
            waiting: components["schemas"]["SourceWaiting"] | null;
        };
        SourceRule: {
            path: string;
            visibility?: string;
            readers?: string[];
        };
        SourceItemCounts: {
            pending: number;
            ready: number;
            failed: number;
            gone: number;
        };
        SourceRun: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "running" | "waiting" | "done" | "failed" | "stopped";
            /** @description `many_gone`: an admin has to confirm it; of one that failed: `unreachable`, `refused`, `too_many_items` or `cut_short`; of one that goes on by itself: `quota_exceeded` or `insufficient_storage`. */
            reason: string | null;
            isConfirmed: boolean;
            /** @description Files that it has seen so far. */
            listed: number;
            counts: components["schemas"]["SourceRunCounts"];
            /** @description Up to 100 entries that cannot be read, such as symbolic links. */
            findings: components["schemas"]["SourceFinding"][];
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it had listed everything.
             */
            listedAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
        };
        SourceRunCounts: {
            added: number;
            changed: number;
            unchanged: number;
            gone: number;
            restored: number;
            deleted: number;
            failed: number;
        };
        SourceFinding: {
            path: string;
            reason: string;
        };
        SourceWaiting: {
            /** @description Files that the run would hide. */
            gone: number;
            /** @description Files that were there before it. */
            known: number;
        };
        SourceRunList: {
            items: components["schemas"]["SourceRun"][];
            nextCursor: string | null;
        };
        SourceItemList: {
            items: components["schemas"]["SourceItem"][];
            nextCursor: string | null;
        };
        SourceItem: {
            path: string;
            sizeBytes: number;
            /** @enum {string} */
            state: "pending" | "ready" | "failed" | "gone";
            reason: string | null;
            /** Format: uuid */
            documentId: string | null;
            /** Format: date-time */
            readAt: string | null;
            /** Format: date-time */
            goneAt: string | null;
            /** @description `tenant`, `private`, `group:NAME`, or `source`: everyone who may read it in its source. */
            visibility: string;
        };
        SourcePrincipalList: {
            items: components["schemas"]["SourcePrincipal"][];
            nextCursor: string | null;
            /** @description Files that only the owner of the source sees, because nobody here matches a reader of theirs. */
            unseenItems: number;
        };
        SourcePrincipal: {
            /** @description `email:`, `subject:` or `group:`; `member-of:` is a group in the source. */
            principal: string;
            /** @description Files that name it, also through a group of the source. */
            items: number;
        };
        NewSource: {
            /** @description The `source` of its documents. */
            name: string;
            /** @description A name from `GET /v1/source-kinds`. */
            kind: string;
            /** @description Depends on the kind; `folder` needs the absolute `path` of a folder on the server. */
            settings: {
                [key: string]: unknown;
            };
            /** @description What the other side asks for, such as the `username` and `password` of `webdav`. Kept sealed, and never answered. */
            credentials?: {
                [key: string]: string;
            };
            /**
             * @description Asks the source for each document that a search finds, before anybody is shown it: what is gone there, or closed to the person, is left out.
             * @default false
             */
            rechecksReaders?: boolean;
            /**
             * @description For files that no rule matches.
             * @default private
             */
            visibility?: string;
            /**
             * @description The longest matching path wins.
             * @default []
             */
            rules?: components["schemas"]["NewSourceRule"][];
            /**
             * Format: uuid
             * @description A collection that its documents are put into.
             * @default null
             */
            collectionId?: string | null;
            /**
             * @description Minutes between runs; null: only on request.
             * @default 60
             */
            everyMinutes?: number | null;
            /**
             * @description Days after which documents of deleted files are deleted. Until then they are hidden, and shown again if the file returns.
             * @default 7
             */
            graceDays?: number;
        };
        NewSourceRule: {
            /** @description A folder or a file below the source. */
            path: string;
            visibility?: string;
            /** @description In place of `visibility`: people by `email:ADDRESS` or by `subject:ID` of your identity provider, and groups by `group:NAME`. Those whom nobody here matches grant nothing. */
            readers?: string[];
        };
        SourceChanges: {
            /** @description Depends on the kind; `folder` needs the absolute `path` of a folder on the server. */
            settings?: {
                [key: string]: unknown;
            };
            /** @description What the other side asks for, such as the `username` and `password` of `webdav`. Kept sealed, and never answered. */
            credentials?: {
                [key: string]: string;
            };
            /** @description Asks the source for each document that a search finds, before anybody is shown it: what is gone there, or closed to the person, is left out. */
            rechecksReaders?: boolean;
            /** @description For files that no rule matches. */
            visibility?: string;
            /** @description The longest matching path wins. */
            rules?: components["schemas"]["NewSourceRule"][];
            /**
             * Format: uuid
             * @description A collection that its documents are put into.
             */
            collectionId?: string | null;
            /** @description Minutes between runs; null: only on request. */
            everyMinutes?: number | null;
            /** @description Days after which documents of deleted files are deleted. Until then they are hidden, and shown again if the file returns. */
            graceDays?: number;
        };
        SourceRunConfirmation: {
            /** Format: uuid */
            runId: string;
        };
        SourceKindList: {
            items: components["schemas"]["SourceKind"][];
        };
        SourceKind: {
            name: string;
            /** @description A JSON Schema of the settings. */
            settings: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema of the credentials; null if there are none. */
            credentials: {
                [key: string]: unknown;
            } | null;
            /** @description All that the operator lets this kind read, such as folders; null if it may read the internet. */
            places: string[] | null;
        };
        SourceReport: {
            canRun: boolean;
            checks: components["schemas"]["SourceCheck"][];
            /** @description The first paths that a run would list. */
            sample: string[];
        };
        SourceCheck: {
            /** @description `list`, `read`, and `rights` or, if the kind knows none, `rules`; before them those of the kind. */
            name: string;
            ok: boolean;
            message: string;
            /** @description The permissions that the credentials lack, with the other side's names. */
            missing?: string[];
        };
        SourceTrial: {
            /** @description Depends on the kind; `folder` needs the absolute `path` of a folder on the server. */
            settings: {
                [key: string]: unknown;
            };
            /** @description What the other side asks for, such as the `username` and `password` of `webdav`. Kept sealed, and never answered. */
            credentials?: {
                [key: string]: string;
            };
        };
        DocumentOrigin: {
            /** @description Where a browser opens it; null if the document has no source, or no such address. */
            url: string | null;
            /**
             * Format: date-time
             * @description When a run last read it at its source.
             */
            readAt: string | null;
        };
        PushedText: {
            /** @description Default: the title in the document, or the file name. */
            title?: string;
            text: string;
            /** @description Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider. */
            visibility?: string;
            metadata?: {
                [key: string]: string | number | boolean;
            };
            /** @description Collections that it is put into; who edits them all may do so without being allowed to upload elsewhere. */
            collectionIds?: string[];
        };
        PushedForm: {
            /** Format: binary */
            file: string;
            title?: string;
            /** @description Of a new document `tenant` where it is left out. With other content than the present text of a document it must not be wider. */
            visibility?: string;
            /** @description A JSON object. */
            metadata?: string;
            /** @description Ids of collections with commas between them, before the file. */
            collectionIds?: string;
        };
        CollectionList: {
            items: components["schemas"]["Collection"][];
            nextCursor: string | null;
        };
        Collection: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ownerId: string;
            name: string;
            description: string | null;
            visibility: string;
            /** @description Of the documents that the caller may see. */
            documentCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            editors: {
                users: string[];
                /** @description By name. */
                groups: string[];
            };
        };
        NewCollection: {
            name: string;
            /** @default null */
            description?: string | null;
            /** @default tenant */
            visibility?: string;
            /**
             * @default {
             *       "users": [],
             *       "groups": []
             *     }
             */
            editors?: {
                users: string[];
                /** @description By name. */
                groups: string[];
            };
        };
        CollectionChanges: {
            name?: string;
            description?: string | null;
            visibility?: string;
            /** @description Replaces the existing ones. */
            editors?: {
                users: string[];
                /** @description By name. */
                groups: string[];
            };
        };
        DeletedCollection: {
            /** Format: uuid */
            id: string;
            deletedDocuments: number;
            keptDocuments: number;
        };
        CollectionMembership: {
            /** Format: uuid */
            collectionId: string;
            /** Format: uuid */
            documentId: string;
            /** @description Of the document: who may see it, here as elsewhere. */
            visibility: string;
            detail: string;
        };
        AssistantList: {
            items: (components["schemas"]["Assistant"] | components["schemas"]["AssistantSummary"])[];
            nextCursor: string | null;
        };
        Assistant: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            description: string | null;
            /** @description Answers if no assistant is named. */
            isDefault: boolean;
            prompt: string | null;
            /** @description Of the tenant's tools, those it has; null: all. It permits none that the tenant has off. */
            tools: string[] | null;
            /**
             * @description It answers only from these documents.
             * @example {
             *       "type": "eq",
             *       "key": "metadata.year",
             *       "value": 2026
             *     }
             */
            filter: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | null;
            /** @enum {string|null} */
            citationStyle: "numbered" | "inline" | "none" | null;
            /**
             * @description Null: the language of the question.
             * @enum {string|null}
             */
            language: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta" | null;
            /** @enum {string|null} */
            answerLength: "short" | "medium" | "long" | null;
            /** @description The name of its model, as GET /v1/models lists it; null: the operator's default. */
            model: string | null;
            /** @description 0 to 2; null: the operator's default. */
            temperature: number | null;
            /** @description Maximum length of an answer in tokens, capped by the operator's limit; null: that limit. */
            maxTokens: number | null;
            /**
             * @description How much a reasoning model thinks before it answers; null: the model decides.
             * @enum {string|null}
             */
            reasoningEffort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AssistantSummary: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            description: string | null;
            /** @description Answers if no assistant is named. */
            isDefault: boolean;
        };
        NewAssistant: {
            slug: string;
            name: string;
            /** @default null */
            description?: string | null;
            /** @default null */
            prompt?: string | null;
            /**
             * @description Of the tenant's tools, those it has; null: all.
             * @default null
             */
            tools?: string[] | null;
            /** @description It answers from the documents of these alone; with a filter, from those that both let through. */
            collectionIds?: string[];
            /**
             * @description It answers only from these documents.
             * @default null
             * @example {
             *       "type": "eq",
             *       "key": "metadata.year",
             *       "value": 2026
             *     }
             */
            filter?: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | null;
            /**
             * @default null
             * @enum {string|null}
             */
            citationStyle?: "numbered" | "inline" | "none" | null;
            /**
             * @description Null: the language of the question.
             * @default null
             * @enum {string|null}
             */
            language?: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta" | null;
            /**
             * @default null
             * @enum {string|null}
             */
            answerLength?: "short" | "medium" | "long" | null;
            /**
             * @description The name of its model, as GET /v1/models lists it; null: the operator's default.
             * @default null
             */
            model?: string | null;
            /**
             * @description 0 to 2; null: the operator's default.
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Maximum length of an answer in tokens, capped by the operator's limit; null: that limit.
             * @default null
             */
            maxTokens?: number | null;
            /**
             * @description How much a reasoning model thinks before it answers; null: the model decides.
             * @default null
             * @enum {string|null}
             */
            reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
        };
        AssistantChanges: {
            slug?: string;
            name?: string;
            description?: string | null;
            prompt?: string | null;
            /** @description Of the tenant's tools, those it has; null: all. */
            tools?: string[] | null;
            /** @description It answers from the documents of these alone; with a filter, from those that both let through. */
            collectionIds?: string[];
            /**
             * @description Together with `collectionIds`, replaces the previous filter.
             * @example {
             *       "type": "eq",
             *       "key": "metadata.year",
             *       "value": 2026
             *     }
             */
            filter?: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | null;
            /** @enum {string|null} */
            citationStyle?: "numbered" | "inline" | "none" | null;
            /**
             * @description Null: the language of the question.
             * @enum {string|null}
             */
            language?: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta" | null;
            /** @enum {string|null} */
            answerLength?: "short" | "medium" | "long" | null;
            /** @description The name of its model, as GET /v1/models lists it; null: the operator's default. */
            model?: string | null;
            /** @description 0 to 2; null: the operator's default. */
            temperature?: number | null;
            /** @description Maximum length of an answer in tokens, capped by the operator's limit; null: that limit. */
            maxTokens?: number | null;
            /**
             * @description How much a reasoning model thinks before it answers; null: the model decides.
             * @enum {string|null}
             */
            reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
        };
        NamedModelList: {
            items: components["schemas"]["NamedModel"][];
        };
        NamedModel: {
            name: string;
            /** @description The model name that is sent to the endpoint. */
            model: string;
            /** @description True if questions may choose it: the tenant's policy lists it. Null for the operator. */
            isOpen: boolean | null;
        };
        SearchAnswer: {
            results: components["schemas"]["SearchResult"][];
            /** @enum {string} */
            outcome: "answer" | "closest" | "none";
            corrections: components["schemas"]["Correction"][];
            legs: {
                /** @enum {string} */
                dense: "active" | "inert" | "off" | "failed";
                /** @enum {string} */
                lexical: "active" | "inert" | "off" | "failed";
            };
            degraded: {
                node: string;
                reason: string;
                effect: string;
            }[];
            tookMs: number;
        };
        SearchResult: {
            /** Format: uuid */
            chunkId: string;
            /** Format: uuid */
            documentId: string;
            title: string;
            chapter: string | null;
            pageStart: number | null;
            pageEnd: number | null;
            content: string;
            score: number;
            scores: {
                dense?: number;
                lexical?: number;
                fused: number;
                rerank?: number;
            };
            relevance: number;
            evidence: boolean;
        };
        SearchRequest: {
            query: string;
            /** @default 5 */
            topK?: number;
            minScore?: number;
            filter?: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | components["schemas"]["PlainDocumentFilter"];
        };
        PlainDocumentFilter: {
            collectionIds?: string[];
            documentIds?: string[];
            metadata?: {
                [key: string]: string | number | boolean;
            };
            language?: string;
        };
        Explanation: {
            /** Format: uuid */
            documentId: string;
            title: string;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "deleting";
            /** @enum {string} */
            outcome: "found" | "not_indexed" | "outside_filter" | "no_common_word" | "not_among_candidates" | "below_relevance" | "merged" | "cut_by_top_k" | "cut_by_budget";
            position: number | null;
            passage: {
                /** Format: uuid */
                chunkId: string;
                chapter: string | null;
                pageStart: number | null;
                pageEnd: number | null;
                relevance: number | null;
                scores: {
                    dense?: number;
                    lexical?: number;
                    fused: number;
                    rerank?: number;
                };
            } | null;
            needed: number | null;
            mergedInto: {
                /** Format: uuid */
                documentId: string;
                /** Format: uuid */
                chunkId: string;
            } | null;
            corrections: components["schemas"]["Correction"][];
            words: {
                forms: string[];
                share: number;
                found: number;
            }[];
        };
        ExplainRequest: {
            query: string;
            /** Format: uuid */
            documentId: string;
            /** @default 5 */
            topK?: number;
            filter?: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | components["schemas"]["PlainDocumentFilter"];
        };
        ChatRequest: {
            message: string;
            /** Format: uuid */
            sessionId?: string;
            /**
             * Format: uuid
             * @description With `sessionId`: the message that the question follows, or null to begin anew, which makes a branch; without it the newest one.
             */
            parentMessageId?: string | null;
            /** @description The slug or the id of the assistant that is to answer; without it the default one. */
            assistantId?: string;
            /** @description A model that GET /v1/models lists; default: that of the assistant. There is no failover from it. */
            model?: string;
            /** @default {} */
            options?: {
                /** @enum {string} */
                language?: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta";
                /** @enum {string} */
                citationStyle?: "numbered" | "inline" | "none";
                /** @description Names of tools that GET /v1/tools lists as `on`. */
                tools?: string[];
                filter?: components["schemas"]["DocumentFilterGroup"] | components["schemas"]["DocumentComparison"] | components["schemas"]["PlainDocumentFilter"];
                debug?: boolean;
            };
        };
        Waiting: {
            /** @description Proposed by a model and not confirmed by the caller yet. */
            proposedMemories: number;
            /** @description Of those that the caller may see in the list. */
            failedDocuments: number;
        };
        GoldenQuestionList: {
            items: components["schemas"]["GoldenQuestion"][];
            nextCursor: string | null;
        };
        GoldenQuestion: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "active" | "draft" | "retired";
            /**
             * Format: uuid
             * @description The turn that it was made from.
             */
            originExecutionId: string | null;
            /** Format: uuid */
            createdBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            version: number;
            question: string;
            language: string | null;
            /**
             * Format: uuid
             * @description A test user; null: whoever starts the run.
             */
            askedAs: string | null;
            expectations: components["schemas"]["GoldenQuestionExpectations"];
        };
        GoldenQuestionExpectations: {
            /**
             * @description No document answers the question, so the right response is to say so.
             * @default false
             */
            refusal?: boolean;
            /**
             * @description All of these must be cited.
             * @default []
             */
            documents?: {
                /** Format: uuid */
                documentId: string;
                /** @description One of these must be cited; if omitted, any page. */
                pages?: number[];
            }[];
            /**
             * @description Texts that the answer must contain; ` | ` separates alternatives.
             * @default []
             */
            facts?: string[];
            /**
             * @description Texts that the answer must not contain.
             * @default []
             */
            absent?: string[];
            /**
             * @description Documents that may neither be found nor cited: each that is counts as a leak.
             * @default []
             */
            hidden?: string[];
        };
        GoldenQuestionVersions: {
            items: components["schemas"]["GoldenQuestionVersion"][];
        };
        GoldenQuestionVersion: {
            question: string;
            language: string | null;
            /**
             * Format: uuid
             * @description A test user; null: whoever starts the run.
             */
            askedAs: string | null;
            expectations: components["schemas"]["GoldenQuestionExpectations"];
            version: number;
            /** Format: uuid */
            changedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        NewGoldenQuestion: {
            question: string;
            /**
             * @default null
             * @enum {string|null}
             */
            language?: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta" | null;
            /**
             * Format: uuid
             * @description A test user: an active member who never had a password or key, and whom nobody has used. Null: whoever starts the run.
             * @default null
             */
            askedAs?: string | null;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "draft" | "retired";
            expectations: components["schemas"]["GoldenQuestionExpectations"];
        };
        GoldenQuestionChanges: {
            question?: string;
            /** @enum {string|null} */
            language?: "en" | "hu" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "da" | "no" | "fi" | "ro" | "tr" | "vi" | "pl" | "cs" | "id" | "ru" | "uk" | "bg" | "sr" | "ar" | "fa" | "ur" | "hi" | "ne" | "zh" | "ja" | "ko" | "th" | "el" | "he" | "hy" | "ta" | null;
            /**
             * Format: uuid
             * @description A test user: an active member who never had a password or key, and whom nobody has used. Null: whoever starts the run.
             */
            askedAs?: string | null;
            /** @enum {string} */
            status?: "active" | "draft" | "retired";
            expectations?: components["schemas"]["GoldenQuestionExpectations"];
        };
        GoldenQuestionLines: {
            lines: string;
        };
        GoldenQuestionsImported: {
            created: number;
            refused: components["schemas"]["RefusedLine"][];
        };
        RefusedLine: {
            /** @description From 1. */
            line: number;
            message: string;
        };
        GoldenQuestionImport: {
            lines: string;
        };
        EvaluationRun: {
            /** Format: uuid */
            id: string;
            name: string | null;
            /** Format: uuid */
            startedBy: string;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "stopped" | "failed";
            /** @description Why it failed. */
            reason: string | null;
            /** @description Of the moment it began: version, models, fingerprint of the index, search, policy of the tenant. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Equal for runs with the same settings. */
            settingsHash: string | null;
            /** @description How many questions it asks. */
            total: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            figures: components["schemas"]["EvaluationFigures"];
        };
        EvaluationFigures: {
            /** @description How many questions have been asked so far. */
            answered: number;
            right: number;
            closest: number;
            wrong: number;
            refused: number;
            failed: number;
            /** @description Passages that the user may not read; must be 0. */
            leaks: number;
            /** @description Questions that expect a document: what hits are counted of. */
            ranked: number;
            hitsAt1: number;
            hitsAt5: number;
            hitsAt10: number;
            medianMs: number | null;
            promptTokens: number | null;
            completionTokens: number | null;
            /** @description Null if the price of a call is unknown. */
            costUsd: number | null;
        };
        NewEvaluationRun: {
            /** @default null */
            name?: string | null;
            /** @description May use only these. */
            questionIds?: string[];
        };
        EvaluationRunList: {
            items: components["schemas"]["EvaluationRun"][];
            nextCursor: string | null;
        };
        EvaluationResultList: {
            items: components["schemas"]["EvaluationResult"][];
            nextCursor: string | null;
        };
        EvaluationResult: {
            position: number;
            /** Format: uuid */
            questionId: string;
            version: number;
            /** Format: uuid */
            askedAs: string;
            /**
             * @description Null until it was asked.
             * @enum {string|null}
             */
            verdict: "right" | "closest" | "wrong" | "refused" | "failed" | null;
            /** Format: uuid */
            executionId: string | null;
            outcome: components["schemas"]["EvaluationOutcome"];
            /** @description Null unless the reader may read everything that the answer rests on. */
            answer: string | null;
            /** Format: date-time */
            answeredAt: string | null;
            /** @description In the version that was asked; null if it was deleted. */
            question: string | null;
        };
        EvaluationOutcome: {
            responseType: string | null;
            /** @description Positions in the list of facts. */
            missingFacts: number[];
            /** @description Positions in the list of texts that must not appear. */
            saidAbsent: number[];
            missingDocuments: string[];
            citedDocuments: string[];
            /** @description Of the first passage of an expected document. */
            hitRank: number | null;
            isRanked: boolean;
            /** @description Documents that were found or cited and may not be read. */
            leaks: string[];
            statements: components["schemas"]["StatementCounts"];
            ms: number;
            promptTokens: number;
            completionTokens: number;
            costUsd: number | null;
            errorCode: string | null;
        } | null;
        StatementCounts: {
            exact?: number;
            supported?: number;
            computed?: number;
            unchecked?: number;
            unsupported?: number;
            contradicted?: number;
        };
        EvaluationComparison: {
            /** @description Questions that both runs asked in the same version. */
            pairs: number;
            /** @description Of these, those with another verdict. */
            changed: number;
            /** @description Right before, but not now. */
            lost: number;
            /** @description Right now, but not before. */
            won: number;
            /** @description McNemar's exact test: how likely such a difference is by chance alone. */
            p: number;
            /** @description Variation without changes: the earlier run compared with another with the same settings. */
            noise: {
                /** Format: uuid */
                runId: string;
                /** @description Questions that both runs asked in the same version. */
                pairs: number;
                /** @description Of these, those with another verdict. */
                changed: number;
                /** @description Right before, but not now. */
                lost: number;
                /** @description Right now, but not before. */
                won: number;
                /** @description McNemar's exact test: how likely such a difference is by chance alone. */
                p: number;
            } | null;
            /** @description Changes first, losses before gains. */
            items: components["schemas"]["EvaluationPair"][];
        };
        EvaluationPair: {
            /** Format: uuid */
            questionId: string;
            /** @description In the version that was asked; null if it was deleted. */
            question: string | null;
            /**
             * @description Null: the question failed or was not asked.
             * @enum {string|null}
             */
            before: "right" | "closest" | "wrong" | "refused" | null;
            /**
             * @description Null: the question failed or was not asked.
             * @enum {string|null}
             */
            after: "right" | "closest" | "wrong" | "refused" | null;
            isSameVersion: boolean;
        };
    };
    responses: {
        /** @description Refused: `unparsable_request`. */
        unparsable_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `unauthenticated`, `credential_missing`, `credential_malformed`, `credential_expired`. */
        "unauthenticated.credential_missing.credential_malformed.credential_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `payload_too_large`. */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `unsupported_media_type`. */
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `validation_failed`. */
        validation_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`. */
        rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `internal_error`. */
        internal_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `storage_unavailable`, `shutting_down`. */
        "storage_unavailable.shutting_down": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `insufficient_storage`. */
        insufficient_storage: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `forbidden`, `key_unconfirmed`, `account_inactive`. */
        "forbidden.key_unconfirmed.account_inactive": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `not_found`. */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `conflict`, `idempotency_conflict`, `idempotency_in_progress`. */
        "conflict.idempotency_conflict.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `idempotency_conflict`, `idempotency_in_progress`. */
        "idempotency_conflict.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `conflict`. */
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `under_hold`. */
        under_hold: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `quota_exceeded`. */
        "rate_limited.quota_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `conflict`, `under_hold`. */
        "conflict.under_hold": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_parallel_downloads`. */
        "rate_limited.too_many_parallel_downloads": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `internal_error`, `file_missing`. */
        "internal_error.file_missing": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `validation_failed`, `document_corrupt`, `archive_too_large`. */
        "validation_failed.document_corrupt.archive_too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_parallel_uploads`. */
        "rate_limited.too_many_parallel_uploads": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `unsupported_media_type`, `unsupported_format`, `holds_other_files`. */
        "unsupported_media_type.unsupported_format.holds_other_files": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `validation_failed`, `url_refused`, `url_unreachable`. */
        "validation_failed.url_refused.url_unreachable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_parallel_uploads`, `quota_exceeded`. */
        "rate_limited.too_many_parallel_uploads.quota_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `not_acceptable`. */
        not_acceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_streams`. */
        "rate_limited.too_many_streams": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `validation_failed`, `document_encrypted`, `document_corrupt`, `document_too_complex`, `parser_timeout`, `parser_out_of_memory`, `parser_crashed`. */
        "validation_failed.document_encrypted.document_corrupt.document_too_complex.parser_timeout.parser_out_of_memory.parser_crashed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `storage_unavailable`, `server_busy`, `shutting_down`. */
        "storage_unavailable.server_busy.shutting_down": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `precondition_failed`. */
        precondition_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_parallel_searches`. */
        "rate_limited.too_many_parallel_searches": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `storage_unavailable`, `vector_store_unavailable`, `shutting_down`. */
        "storage_unavailable.vector_store_unavailable.shutting_down": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `deadline_exceeded`. */
        deadline_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `session_busy`, `idempotency_conflict`, `idempotency_in_progress`. */
        "session_busy.idempotency_conflict.idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Refused: `rate_limited`, `too_many_parallel_chats`, `too_many_streams`, `quota_exceeded`. */
        "rate_limited.too_many_parallel_chats.too_many_streams.quota_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
        "X-On-Behalf-Of": string;
        /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
        "X-Knowledge-Router-Label": string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the log: the request's own header of that name, or a new id. */
        "X-Request-Id": string;
        /** @description Requests a minute that the limit nearest to its end allows. */
        "RateLimit-Limit": number;
        /** @description Requests that it has left. */
        "RateLimit-Remaining": number;
        /** @description Seconds until it has all of them again; it refills evenly. */
        "RateLimit-Reset": number;
        /** @description The limit and its window in seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next try; with every 429, and with 503 and 409 where it helps. */
        "Retry-After": number;
        /** @description The scheme of credentials that is taken: `Bearer`. */
        "WWW-Authenticate": string;
        /** @description `true` when the answer was given before to the same `Idempotency-Key`. */
        "Idempotency-Replayed": string;
        /** @description The name to save the file under. */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": null,
                     *       "tenant": null,
                     *       "role": "operator",
                     *       "permissions": [
                     *         "chat"
                     *       ],
                     *       "mayUpload": true,
                     *       "hasPassword": true
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "en",
                 *       "timezone": "Europe/Budapest",
                 *       "preferences": {
                 *         "name": "Ada"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChanges"];
            };
        };
        responses: {
            /** @description The changed caller */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": null,
                     *       "tenant": null,
                     *       "role": "operator",
                     *       "permissions": [
                     *         "chat"
                     *       ],
                     *       "mayUpload": true,
                     *       "hasPassword": true
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    exportOwnData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ZIP archive of JSON lines and files, at most one at a time and one a minute. A key needs `chat` and `memories` for the data that each gives access to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_downloads"];
            500: components["responses"]["internal_error.file_missing"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    uploadDocumentBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentBatchForm"];
            };
        };
        responses: {
            /** @description An outcome for each file, in its order */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batchId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "files": [
                     *         {
                     *           "name": "handbook",
                     *           "status": "accepted",
                     *           "document": {
                     *             "id": "0197e0b2-0000-7000-8000-000000000000",
                     *             "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *             "title": "Employee handbook",
                     *             "filename": "handbook.pdf",
                     *             "mimeType": "application/pdf",
                     *             "sizeBytes": 1,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "language": "en",
                     *             "status": "queued",
                     *             "progress": {
                     *               "stage": "queued",
                     *               "done": 1,
                     *               "total": 1
                     *             },
                     *             "version": 1,
                     *             "replacement": null,
                     *             "chunkCount": 1,
                     *             "pageCount": 1,
                     *             "warnings": [
                     *               {
                     *                 "code": "pages_unread",
                     *                 "detail": "Two pages hold images only.",
                     *                 "pages": [
                     *                   1
                     *                 ]
                     *               }
                     *             ],
                     *             "visibility": "tenant",
                     *             "metadata": {},
                     *             "source": null,
                     *             "sourcePath": null,
                     *             "collectionIds": [
                     *               "0197e0b2-0000-7000-8000-000000000000"
                     *             ],
                     *             "createdAt": "2026-03-02T09:30:00.000Z",
                     *             "updatedAt": "2026-03-02T09:30:00.000Z",
                     *             "error": null
                     *           },
                     *           "error": {
                     *             "type": "text",
                     *             "title": "Employee handbook",
                     *             "status": 1,
                     *             "code": "unparsable_request",
                     *             "detail": "Two pages hold images only.",
                     *             "errors": [
                     *               {
                     *                 "path": "text",
                     *                 "message": "The document contains no text.",
                     *                 "code": "missing",
                     *                 "limit": 1
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            409: components["responses"]["idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed.document_corrupt.archive_too_large"];
            429: components["responses"]["rate_limited.too_many_parallel_uploads"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getDocumentBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counted by their state */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "receivedAt": "2026-03-02T09:30:00.000Z",
                     *       "completedAt": "2026-03-02T09:30:00.000Z",
                     *       "files": {
                     *         "processing": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "deleted": 1,
                     *         "refused": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    compareManifest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "handbook",
                 *       "entries": [
                 *         {
                 *           "path": "travel/rules.md",
                 *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                 *           "size": 12
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Manifest"];
            };
        };
        responses: {
            /** @description In the order of the entries */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source": "text",
                     *       "entries": [
                     *         {
                     *           "path": "text",
                     *           "state": "new",
                     *           "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "version": 1,
                     *           "isEdited": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ManifestAnswer"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    changeDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "delete",
                 *       "documentIds": [
                 *         "0197e0b2-0000-7000-8000-000000000000"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            /** @description An outcome for each document, in its order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcomes": [
                     *         {
                     *           "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "status": "done"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkOutcomes"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                status?: "queued" | "processing" | "ready" | "failed" | "deleting";
                /** @description A DocumentFilter as JSON: which documents. */
                filter?: string;
                /** @description The caller's own that come from there. */
                source?: string;
                /** @description What it contains, in upper or lower case. */
                title?: string;
                /** @description `-` means descending. */
                sort?: "createdAt" | "updatedAt" | "title" | "sizeBytes" | "-createdAt" | "-updatedAt" | "-title" | "-sizeBytes";
                /** @description Also counts all entries of the list. */
                total?: boolean;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, or as `sort` says */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "title": "Employee handbook",
                     *           "filename": "handbook.pdf",
                     *           "mimeType": "application/pdf",
                     *           "sizeBytes": 1,
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "language": "en",
                     *           "status": "queued",
                     *           "progress": {
                     *             "stage": "queued",
                     *             "done": 1,
                     *             "total": 1
                     *           },
                     *           "version": 1,
                     *           "replacement": null,
                     *           "chunkCount": 1,
                     *           "pageCount": 1,
                     *           "warnings": [
                     *             {
                     *               "code": "pages_unread",
                     *               "detail": "Two pages hold images only.",
                     *               "pages": [
                     *                 1
                     *               ]
                     *             }
                     *           ],
                     *           "visibility": "tenant",
                     *           "metadata": {},
                     *           "source": null,
                     *           "sourcePath": null,
                     *           "collectionIds": [
                     *             "0197e0b2-0000-7000-8000-000000000000"
                     *           ],
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z",
                     *           "error": null
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy",
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Remote work",
                 *       "text": "Up to three days a week may be worked from home.",
                 *       "metadata": {
                 *         "year": 2026
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewTextDocument"] | components["schemas"]["NewUrlDocument"];
                "multipart/form-data": components["schemas"]["DocumentForm"];
            };
        };
        responses: {
            /** @description Already known */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            /** @description Stored; it is being read */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type.unsupported_format.holds_other_files"];
            422: components["responses"]["validation_failed.url_refused.url_unreachable"];
            429: components["responses"]["rate_limited.too_many_parallel_uploads.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "title": "Employee handbook",
                     *       "filename": "handbook.pdf",
                     *       "mimeType": "application/pdf",
                     *       "sizeBytes": 1,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "language": "en",
                     *       "status": "queued",
                     *       "progress": {
                     *         "stage": "queued",
                     *         "done": 1,
                     *         "total": 1
                     *       },
                     *       "version": 1,
                     *       "replacement": null,
                     *       "chunkCount": 1,
                     *       "pageCount": 1,
                     *       "warnings": [
                     *         {
                     *           "code": "pages_unread",
                     *           "detail": "Two pages hold images only.",
                     *           "pages": [
                     *             1
                     *           ]
                     *         }
                     *       ],
                     *       "visibility": "tenant",
                     *       "metadata": {},
                     *       "source": null,
                     *       "sourcePath": null,
                     *       "collectionIds": [
                     *         "0197e0b2-0000-7000-8000-000000000000"
                     *       ],
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Being purged */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "deleting"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletingDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["under_hold"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Remote work, 2026",
                 *       "visibility": "group:hr"
                 *     }
                 */
                "application/json": components["schemas"]["DocumentChanges"];
            };
        };
        responses: {
            /** @description The changed document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "title": "Employee handbook",
                     *       "filename": "handbook.pdf",
                     *       "mimeType": "application/pdf",
                     *       "sizeBytes": 1,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "language": "en",
                     *       "status": "queued",
                     *       "progress": {
                     *         "stage": "queued",
                     *         "done": 1,
                     *         "total": 1
                     *       },
                     *       "version": 1,
                     *       "replacement": null,
                     *       "chunkCount": 1,
                     *       "pageCount": 1,
                     *       "warnings": [
                     *         {
                     *           "code": "pages_unread",
                     *           "detail": "Two pages hold images only.",
                     *           "pages": [
                     *             1
                     *           ]
                     *         }
                     *       ],
                     *       "visibility": "tenant",
                     *       "metadata": {},
                     *       "source": null,
                     *       "sourcePath": null,
                     *       "collectionIds": [
                     *         "0197e0b2-0000-7000-8000-000000000000"
                     *       ],
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    downloadDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_downloads"];
            500: components["responses"]["internal_error.file_missing"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    replaceDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentFileForm"];
            };
        };
        responses: {
            /** @description It already has these bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            /** @description Stored; it is being read */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type.unsupported_format.holds_other_files"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_uploads.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    reprocessDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being read */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "title": "Employee handbook",
                     *       "filename": "handbook.pdf",
                     *       "mimeType": "application/pdf",
                     *       "sizeBytes": 1,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "language": "en",
                     *       "status": "queued",
                     *       "progress": {
                     *         "stage": "queued",
                     *         "done": 1,
                     *         "total": 1
                     *       },
                     *       "version": 1,
                     *       "replacement": null,
                     *       "chunkCount": 1,
                     *       "pageCount": 1,
                     *       "warnings": [
                     *         {
                     *           "code": "pages_unread",
                     *           "detail": "Two pages hold images only.",
                     *           "pages": [
                     *             1
                     *           ]
                     *         }
                     *       ],
                     *       "visibility": "tenant",
                     *       "metadata": {},
                     *       "source": null,
                     *       "sourcePath": null,
                     *       "collectionIds": [
                     *         "0197e0b2-0000-7000-8000-000000000000"
                     *       ],
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "error": null
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listDocumentVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "version": 1,
                     *           "status": "queued",
                     *           "title": "Employee handbook",
                     *           "filename": "handbook.pdf",
                     *           "mimeType": "application/pdf",
                     *           "sizeBytes": 1,
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "answers": true,
                     *           "restorable": true
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentVersionList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    restoreDocumentVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description These bytes are already being read */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            /** @description It is being read */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listDocumentChunks: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Those on this page. */
                page?: number;
                /** @description Only those that reach beyond this character, such as a citation's `charStart`. */
                start?: number | null;
                /** @description Only those that begin before this character, such as a citation's `charEnd`. */
                end?: number | null;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "index": 1,
                     *           "content": "Up to three days a week may be worked from home.",
                     *           "chapter": "Remote work",
                     *           "pageStart": 1,
                     *           "pageEnd": 1,
                     *           "charStart": 1,
                     *           "charEnd": 1,
                     *           "tokenCount": 1,
                     *           "language": "en",
                     *           "blocks": [
                     *             {
                     *               "kind": "heading",
                     *               "level": 1,
                     *               "opens": "sheet",
                     *               "ocr": true,
                     *               "confidence": 1,
                     *               "charStart": 1,
                     *               "charEnd": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["ChunkList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    watchDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state, at each change */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: document
                     *     data: {"id":"0197e0b2-0000-7000-8000-000000000000","ownerId":"0197e0b2-0000-7000-8000-000000000000","title":"Employee handbook","filename":"handbook.pdf","mimeType":"application/pdf","sizeBytes":1,"sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","language":"en","status":"queued","progress":{"stage":"queued","done":1,"total":1},"version":1,"replacement":null,"chunkCount":1,"pageCount":1,"warnings":[{"code":"pages_unread","detail":"Two pages hold images only.","pages":[1]}],"visibility":"tenant","metadata":{},"source":null,"sourcePath":null,"collectionIds":["0197e0b2-0000-7000-8000-000000000000"],"createdAt":"2026-03-02T09:30:00.000Z","updatedAt":"2026-03-02T09:30:00.000Z","error":null}
                     *
                     *     event: error
                     *     data: {"type":"urn:knowledge-router:error:not_found","title":"No such resource.","status":404,"code":"not_found","detail":"There is no such resource.","requestId":"0197e0b2-0000-7000-8000-000000000000"}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_streams"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    drawPage: {
        parameters: {
            query?: {
                /** @description The version of the citation; only the one in use can be viewed. */
                version?: number;
                /** @description In pixels. */
                width?: number;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
                /** @description The `ETag` of the image you already have. */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
                page: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The image with the tag in `If-None-Match` is still valid */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed.document_encrypted.document_corrupt.document_too_complex.parser_timeout.parser_out_of_memory.parser_crashed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error.file_missing"];
            503: components["responses"]["storage_unavailable.server_busy.shutting_down"];
        };
    };
    findBoxes: {
        parameters: {
            query?: {
                /** @description The version of the citation; only the one in use can be viewed. */
                version?: number;
                /** @description As `charStart` of a citation. */
                start?: number | null;
                /** @description As `charEnd` of a citation; default: 20000 characters on, which is the most. */
                end?: number;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page by page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": "exact",
                     *       "boxes": [
                     *         {
                     *           "page": 1,
                     *           "left": 1,
                     *           "top": 1,
                     *           "width": 1,
                     *           "height": 1
                     *         }
                     *       ],
                     *       "version": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PageBoxes"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed.document_encrypted.document_corrupt.document_too_complex.parser_timeout.parser_out_of_memory.parser_crashed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error.file_missing"];
            503: components["responses"]["storage_unavailable.server_busy.shutting_down"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "name": "handbook",
                     *           "kind": "text",
                     *           "settings": {},
                     *           "rechecksReaders": true,
                     *           "visibility": "tenant",
                     *           "rules": [
                     *             {
                     *               "path": "text",
                     *               "visibility": "text",
                     *               "readers": [
                     *                 "text"
                     *               ]
                     *             }
                     *           ],
                     *           "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "everyMinutes": 1,
                     *           "graceDays": 1,
                     *           "pausedReason": "by_admin",
                     *           "failures": 1,
                     *           "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *           "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z",
                     *           "hasCredentials": true,
                     *           "items": {
                     *             "pending": 1,
                     *             "ready": 1,
                     *             "failed": 1,
                     *             "gone": 1
                     *           },
                     *           "lastRun": null,
                     *           "waiting": null
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    createSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "handbooks",
                 *       "kind": "folder",
                 *       "settings": {
                 *         "path": "/srv/handbooks"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSource"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteSource: {
        parameters: {
            query: {
                /** @description Whether its documents are kept or deleted. There is no default. */
                documents: "keep" | "delete";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Is being removed */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    updateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "everyMinutes": 15
                 *     }
                 */
                "application/json": components["schemas"]["SourceChanges"];
            };
        };
        responses: {
            /** @description The changed source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listSourceRuns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "state": "running",
                     *           "reason": null,
                     *           "isConfirmed": true,
                     *           "listed": 1,
                     *           "counts": {
                     *             "added": 1,
                     *             "changed": 1,
                     *             "unchanged": 1,
                     *             "gone": 1,
                     *             "restored": 1,
                     *             "deleted": 1,
                     *             "failed": 1
                     *           },
                     *           "findings": [
                     *             {
                     *               "path": "text",
                     *               "reason": "text"
                     *             }
                     *           ],
                     *           "startedAt": "2026-03-02T09:30:00.000Z",
                     *           "listedAt": "2026-03-02T09:30:00.000Z",
                     *           "endedAt": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["SourceRunList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    listSourceItems: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                state?: "pending" | "ready" | "failed" | "gone";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By path */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "path": "text",
                     *           "sizeBytes": 1,
                     *           "state": "pending",
                     *           "reason": null,
                     *           "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "readAt": "2026-03-02T09:30:00.000Z",
                     *           "goneAt": "2026-03-02T09:30:00.000Z",
                     *           "visibility": "tenant"
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["SourceItemList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    listSourcePrincipals: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those with the most files first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "principal": "text",
                     *           "items": 1
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy",
                     *       "unseenItems": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SourcePrincipalList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    runSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    pauseSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    confirmSourceRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "runId": "01989ca5-6d13-7000-8000-5d0e7a0b2c11"
                 *     }
                 */
                "application/json": components["schemas"]["SourceRunConfirmation"];
            };
        };
        responses: {
            /** @description The source */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "kind": "text",
                     *       "settings": {},
                     *       "rechecksReaders": true,
                     *       "visibility": "tenant",
                     *       "rules": [
                     *         {
                     *           "path": "text",
                     *           "visibility": "text",
                     *           "readers": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "everyMinutes": 1,
                     *       "graceDays": 1,
                     *       "pausedReason": "by_admin",
                     *       "failures": 1,
                     *       "lastCompleteAt": "2026-03-02T09:30:00.000Z",
                     *       "nextRunAt": "2026-03-02T09:30:00.000Z",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "hasCredentials": true,
                     *       "items": {
                     *         "pending": 1,
                     *         "ready": 1,
                     *         "failed": 1,
                     *         "gone": 1
                     *       },
                     *       "lastRun": null,
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Source"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listSourceKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All kinds that this server has */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "handbook",
                     *           "settings": {},
                     *           "credentials": null,
                     *           "places": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SourceKindList"];
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    testSourceKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A name from `GET /v1/source-kinds`. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "path": "/srv/handbooks"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SourceTrial"];
            };
        };
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "canRun": true,
                     *       "checks": [
                     *         {
                     *           "name": "handbook",
                     *           "ok": true,
                     *           "message": "The document contains no text.",
                     *           "missing": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "sample": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SourceReport"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    testSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "canRun": true,
                     *       "checks": [
                     *         {
                     *           "name": "handbook",
                     *           "ok": true,
                     *           "message": "The document contains no text.",
                     *           "missing": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "sample": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SourceReport"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getDocumentOrigin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its original */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "/v1/files/handbook.pdf",
                     *       "readAt": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentOrigin"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    putSourceDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description The `ETag` of the newest version, which is its number in quotation marks, or `*` for any; 412 where something else is there. */
                "If-Match"?: string;
            };
            path: {
                /** @description The folder, drive or export of the caller that it comes from. */
                name: string;
                /** @description Its path there, relative and with `/`, compared in NFC. */
                path: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Ticket 42",
                 *       "text": "The printer on floor 3 is offline."
                 *     }
                 */
                "application/json": components["schemas"]["PushedText"];
                "multipart/form-data": components["schemas"]["PushedForm"];
            };
        };
        responses: {
            /** @description It already has this content */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The number of the newest version, in quotation marks. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            /** @description Stored; it is being read */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The number of the newest version, in quotation marks. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "0197e0b2-0000-7000-8000-000000000000",
                     *         "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *         "title": "Employee handbook",
                     *         "filename": "handbook.pdf",
                     *         "mimeType": "application/pdf",
                     *         "sizeBytes": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "language": "en",
                     *         "status": "queued",
                     *         "progress": {
                     *           "stage": "queued",
                     *           "done": 1,
                     *           "total": 1
                     *         },
                     *         "version": 1,
                     *         "replacement": null,
                     *         "chunkCount": 1,
                     *         "pageCount": 1,
                     *         "warnings": [
                     *           {
                     *             "code": "pages_unread",
                     *             "detail": "Two pages hold images only.",
                     *             "pages": [
                     *               1
                     *             ]
                     *           }
                     *         ],
                     *         "visibility": "tenant",
                     *         "metadata": {},
                     *         "source": null,
                     *         "sourcePath": null,
                     *         "collectionIds": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "createdAt": "2026-03-02T09:30:00.000Z",
                     *         "updatedAt": "2026-03-02T09:30:00.000Z",
                     *         "error": null
                     *       },
                     *       "duplicate": true
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type.unsupported_format.holds_other_files"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_uploads.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    deleteSourceDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description The `ETag` of the newest version, which is its number in quotation marks, or `*` for any; 412 where something else is there. */
                "If-Match"?: string;
            };
            path: {
                /** @description The folder, drive or export of the caller that it comes from. */
                name: string;
                /** @description Its path there, relative and with `/`, compared in NFC. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Being purged */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "deleting"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletingDocument"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.under_hold"];
            412: components["responses"]["precondition_failed"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listCollections: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                /** @description Part of the name. */
                name?: string;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "name": "handbook",
                     *           "description": "What to book and how.",
                     *           "visibility": "tenant",
                     *           "documentCount": 1,
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z",
                     *           "editors": {
                     *             "users": [
                     *               "0197e0b2-0000-7000-8000-000000000000"
                     *             ],
                     *             "groups": [
                     *               "hr"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Travel",
                 *       "description": "What to book and how.",
                 *       "editors": {
                 *         "users": [],
                 *         "groups": [
                 *           "hr"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewCollection"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "visibility": "tenant",
                     *       "documentCount": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "editors": {
                     *         "users": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "groups": [
                     *           "hr"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "visibility": "tenant",
                     *       "documentCount": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "editors": {
                     *         "users": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "groups": [
                     *           "hr"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: {
                /** @description Deletes those that are in no other collection and that the caller may delete. */
                documents?: "keep" | "delete-if-unfiled";
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "deletedDocuments": 1,
                     *       "keptDocuments": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedCollection"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["under_hold"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Journeys"
                 *     }
                 */
                "application/json": components["schemas"]["CollectionChanges"];
            };
        };
        responses: {
            /** @description The changed collection */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "ownerId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "visibility": "tenant",
                     *       "documentCount": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "editors": {
                     *         "users": [
                     *           "0197e0b2-0000-7000-8000-000000000000"
                     *         ],
                     *         "groups": [
                     *           "hr"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    addDocumentToCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is in the collection */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "collectionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "visibility": "tenant",
                     *       "detail": "Two pages hold images only."
                     *     }
                     */
                    "application/json": components["schemas"]["CollectionMembership"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    removeDocumentFromCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path: {
                id: string;
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is not in the collection */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listAssistants: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "slug": "acme",
                     *           "name": "handbook",
                     *           "description": "What to book and how.",
                     *           "isDefault": true,
                     *           "prompt": null,
                     *           "tools": [
                     *             "rag_search"
                     *           ],
                     *           "filter": {
                     *             "type": "eq",
                     *             "key": "metadata.year",
                     *             "value": 2026
                     *           },
                     *           "citationStyle": "numbered",
                     *           "language": "en",
                     *           "answerLength": "short",
                     *           "model": "text",
                     *           "temperature": 1,
                     *           "maxTokens": 16,
                     *           "reasoningEffort": "none",
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["AssistantList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    createAssistant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "travel",
                 *       "name": "Travel desk",
                 *       "description": "Answers what may be booked.",
                 *       "prompt": "Name the rule that you rest on.",
                 *       "tools": [
                 *         "rag_search"
                 *       ],
                 *       "answerLength": "short"
                 *     }
                 */
                "application/json": components["schemas"]["NewAssistant"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "slug": "acme",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "isDefault": true,
                     *       "prompt": null,
                     *       "tools": [
                     *         "rag_search"
                     *       ],
                     *       "filter": {
                     *         "type": "eq",
                     *         "key": "metadata.year",
                     *         "value": 2026
                     *       },
                     *       "citationStyle": "numbered",
                     *       "language": "en",
                     *       "answerLength": "short",
                     *       "model": "text",
                     *       "temperature": 1,
                     *       "maxTokens": 16,
                     *       "reasoningEffort": "none",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getAssistant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path: {
                /** @description Its id or its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "slug": "acme",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "isDefault": true,
                     *       "prompt": null,
                     *       "tools": [
                     *         "rag_search"
                     *       ],
                     *       "filter": {
                     *         "type": "eq",
                     *         "key": "metadata.year",
                     *         "value": 2026
                     *       },
                     *       "citationStyle": "numbered",
                     *       "language": "en",
                     *       "answerLength": "short",
                     *       "model": "text",
                     *       "temperature": 1,
                     *       "maxTokens": 16,
                     *       "reasoningEffort": "none",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"] | components["schemas"]["AssistantSummary"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    updateAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id or its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Travel",
                 *       "prompt": null
                 *     }
                 */
                "application/json": components["schemas"]["AssistantChanges"];
            };
        };
        responses: {
            /** @description The changed assistant */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "slug": "acme",
                     *       "name": "handbook",
                     *       "description": "What to book and how.",
                     *       "isDefault": true,
                     *       "prompt": null,
                     *       "tools": [
                     *         "rag_search"
                     *       ],
                     *       "filter": {
                     *         "type": "eq",
                     *         "key": "metadata.year",
                     *         "value": 2026
                     *       },
                     *       "citationStyle": "numbered",
                     *       "language": "en",
                     *       "answerLength": "short",
                     *       "model": "text",
                     *       "temperature": 1,
                     *       "maxTokens": 16,
                     *       "reasoningEffort": "none",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the settings */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "handbook",
                     *           "model": "gpt-5-mini",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NamedModelList"];
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    searchPassages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "remote work",
                 *       "topK": 3,
                 *       "filter": {
                 *         "type": "eq",
                 *         "key": "metadata.year",
                 *         "value": 2026
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Passages, best first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "chunkId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "title": "Employee handbook",
                     *           "chapter": "Remote work",
                     *           "pageStart": 1,
                     *           "pageEnd": 1,
                     *           "content": "Up to three days a week may be worked from home.",
                     *           "score": 1,
                     *           "scores": {
                     *             "dense": 1,
                     *             "lexical": 1,
                     *             "fused": 1,
                     *             "rerank": 1
                     *           },
                     *           "relevance": 1,
                     *           "evidence": true
                     *         }
                     *       ],
                     *       "outcome": "answer",
                     *       "corrections": [
                     *         {
                     *           "from": "handbok",
                     *           "to": "handbook"
                     *         }
                     *       ],
                     *       "legs": {
                     *         "dense": "active",
                     *         "lexical": "active"
                     *       },
                     *       "degraded": [
                     *         {
                     *           "node": "text",
                     *           "reason": "text",
                     *           "effect": "text"
                     *         }
                     *       ],
                     *       "tookMs": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_searches"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.vector_store_unavailable.shutting_down"];
            504: components["responses"]["deadline_exceeded"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    explainSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "remote work",
                 *       "documentId": "0197e0b2-0000-7000-8000-000000000000"
                 *     }
                 */
                "application/json": components["schemas"]["ExplainRequest"];
            };
        };
        responses: {
            /** @description The step at which it was dropped, or that it was found */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "title": "Employee handbook",
                     *       "status": "queued",
                     *       "outcome": "found",
                     *       "position": 1,
                     *       "passage": null,
                     *       "needed": 1,
                     *       "mergedInto": null,
                     *       "corrections": [
                     *         {
                     *           "from": "handbok",
                     *           "to": "handbook"
                     *         }
                     *       ],
                     *       "words": [
                     *         {
                     *           "forms": [
                     *             "text"
                     *           ],
                     *           "share": 1,
                     *           "found": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_searches"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.vector_store_unavailable.shutting_down"];
            504: components["responses"]["deadline_exceeded"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    askQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
                /** @description Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. Each label has sessions, limits and usage of its own; without it the application asks for itself. */
                "X-Knowledge-Router-Label"?: components["parameters"]["X-Knowledge-Router-Label"];
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "How many days may I work from home?"
                 *     }
                 */
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "sessionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "messageId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "success",
                     *       "responseType": "answer",
                     *       "stopReason": "answered",
                     *       "generatedBy": "extractive",
                     *       "notice": null,
                     *       "answer": "Up to three days a week may be worked from home [1].",
                     *       "language": "en",
                     *       "confidence": 1,
                     *       "grounding": 1,
                     *       "citations": [
                     *         {
                     *           "number": 1,
                     *           "type": "document",
                     *           "documentId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "chunkId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "memoryId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "toolCallId": "text",
                     *           "url": "/v1/files/handbook.pdf",
                     *           "readAt": "2026-03-02T09:30:00.000Z",
                     *           "title": "Employee handbook",
                     *           "chapter": "Remote work",
                     *           "pageStart": 1,
                     *           "pageEnd": 1,
                     *           "warnings": [
                     *             {
                     *               "code": "pages_unread",
                     *               "detail": "Two pages hold images only.",
                     *               "pages": [
                     *                 1
                     *               ]
                     *             }
                     *           ],
                     *           "ocr": true,
                     *           "ocrConfidence": 1,
                     *           "charStart": 1,
                     *           "charEnd": 1,
                     *           "quote": "Up to three days a week may be worked from home.",
                     *           "score": 1,
                     *           "verification": "exact",
                     *           "highlights": [
                     *             {
                     *               "start": 1,
                     *               "end": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "statements": [
                     *         {
                     *           "id": "text",
                     *           "start": 1,
                     *           "end": 1,
                     *           "verdict": "exact",
                     *           "checkedBy": "rule",
                     *           "reason": "verbatim",
                     *           "citations": [
                     *             1
                     *           ],
                     *           "sum": "text",
                     *           "figureOfSource": "text"
                     *         }
                     *       ],
                     *       "corrections": [
                     *         {
                     *           "from": "handbok",
                     *           "to": "handbook"
                     *         }
                     *       ],
                     *       "toolCalls": [
                     *         {
                     *           "id": "text",
                     *           "name": "handbook",
                     *           "arguments": {},
                     *           "ok": true,
                     *           "durationMs": 1,
                     *           "cached": true,
                     *           "files": [
                     *             {
                     *               "name": "handbook",
                     *               "url": "/v1/files/handbook.pdf"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "proposedMemories": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "content": "Up to three days a week may be worked from home.",
                     *           "confirmBy": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "degraded": [
                     *         {
                     *           "node": "text",
                     *           "reason": "text",
                     *           "effect": "text"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "promptTokens": 1,
                     *         "cachedTokens": 1,
                     *         "completionTokens": 1,
                     *         "costUsd": 1
                     *       },
                     *       "timings": {
                     *         "totalMs": 1,
                     *         "nodes": [
                     *           {
                     *             "node": "initialize",
                     *             "iteration": 1,
                     *             "durationMs": 1,
                     *             "status": "success"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatAnswer"];
                    /**
                     * @example event: execution
                     *     data: {"executionId":"0197e0b2-0000-7000-8000-000000000000","sessionId":"0197e0b2-0000-7000-8000-000000000000"}
                     *
                     *     event: node
                     *     data: {"node":"initialize","phase":"start","durationMs":1,"status":"success"}
                     *
                     *     event: decision
                     *     data: {"iteration":1,"decision":"text","reasoning":"The handbook has a chapter on it.","tools":["rag_search"],"confidence":1}
                     *
                     *     event: tool
                     *     data: {"phase":"start","name":"handbook","ok":true}
                     *
                     *     event: status
                     *     data: {"phase":"writing","heldChars":1}
                     *
                     *     event: sources
                     *     data: {"citations":[{"number":1,"type":"document","documentId":"0197e0b2-0000-7000-8000-000000000000","chunkId":"0197e0b2-0000-7000-8000-000000000000","memoryId":"0197e0b2-0000-7000-8000-000000000000","toolCallId":"text","url":"/v1/files/handbook.pdf","readAt":"2026-03-02T09:30:00.000Z","title":"Employee handbook","chapter":"Remote work","pageStart":1,"pageEnd":1,"warnings":[{"code":"pages_unread","detail":"Two pages hold images only.","pages":[1]}],"ocr":true,"ocrConfidence":1,"charStart":1,"charEnd":1,"quote":"Up to three days a week may be worked from home.","score":1,"verification":"exact","highlights":[{"start":1,"end":1}]}]}
                     *
                     *     event: delta
                     *     data: {"text":"Up to three days"}
                     *
                     *     event: verdicts
                     *     data: {"verdicts":[{"id":"text","start":1,"end":1,"verdict":"exact","checkedBy":"rule","reason":"verbatim","citations":[1],"sum":"text","figureOfSource":"text"}]}
                     *
                     *     event: correction
                     *     data: {"statementId":"text","start":1,"end":1,"text":"Up to three days","notice":"text"}
                     *
                     *     event: answer
                     *     data: {"executionId":"0197e0b2-0000-7000-8000-000000000000","sessionId":"0197e0b2-0000-7000-8000-000000000000","messageId":"0197e0b2-0000-7000-8000-000000000000","status":"success","responseType":"answer","stopReason":"answered","generatedBy":"extractive","notice":null,"answer":"Up to three days a week may be worked from home [1].","language":"en","confidence":1,"grounding":1,"citations":[{"number":1,"type":"document","documentId":"0197e0b2-0000-7000-8000-000000000000","chunkId":"0197e0b2-0000-7000-8000-000000000000","memoryId":"0197e0b2-0000-7000-8000-000000000000","toolCallId":"text","url":"/v1/files/handbook.pdf","readAt":"2026-03-02T09:30:00.000Z","title":"Employee handbook","chapter":"Remote work","pageStart":1,"pageEnd":1,"warnings":[{"code":"pages_unread","detail":"Two pages hold images only.","pages":[1]}],"ocr":true,"ocrConfidence":1,"charStart":1,"charEnd":1,"quote":"Up to three days a week may be worked from home.","score":1,"verification":"exact","highlights":[{"start":1,"end":1}]}],"statements":[{"id":"text","start":1,"end":1,"verdict":"exact","checkedBy":"rule","reason":"verbatim","citations":[1],"sum":"text","figureOfSource":"text"}],"corrections":[{"from":"handbok","to":"handbook"}],"toolCalls":[{"id":"text","name":"handbook","arguments":{},"ok":true,"durationMs":1,"cached":true,"files":[{"name":"handbook","url":"/v1/files/handbook.pdf"}]}],"proposedMemories":[{"id":"0197e0b2-0000-7000-8000-000000000000","content":"Up to three days a week may be worked from home.","confirmBy":"2026-03-02T09:30:00.000Z"}],"degraded":[{"node":"text","reason":"text","effect":"text"}],"usage":{"promptTokens":1,"cachedTokens":1,"completionTokens":1,"costUsd":1},"timings":{"totalMs":1,"nodes":[{"node":"initialize","iteration":1,"durationMs":1,"status":"success"}]}}
                     *
                     *     event: error
                     *     data: {"type":"urn:knowledge-router:error:not_found","title":"No such resource.","status":404,"code":"not_found","detail":"There is no such resource.","requestId":"0197e0b2-0000-7000-8000-000000000000"}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["session_busy.idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.too_many_parallel_chats.too_many_streams.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            504: components["responses"]["deadline_exceeded"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    countWaiting: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an activated account. What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's. */
                "X-On-Behalf-Of"?: components["parameters"]["X-On-Behalf-Of"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers only */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "proposedMemories": 1,
                     *       "failedDocuments": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Waiting"];
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    listGoldenQuestions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                status?: "active" | "draft" | "retired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "status": "active",
                     *           "originExecutionId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "createdBy": "0197e0b2-0000-7000-8000-000000000000",
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "updatedAt": "2026-03-02T09:30:00.000Z",
                     *           "version": 1,
                     *           "question": "How many days may I work from home?",
                     *           "language": "en",
                     *           "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *           "expectations": {
                     *             "refusal": false,
                     *             "documents": [],
                     *             "facts": [],
                     *             "absent": [],
                     *             "hidden": []
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestionList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    createGoldenQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "How many days may I work from home?",
                 *       "expectations": {
                 *         "facts": [
                 *           "three days | 3 days"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewGoldenQuestion"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "active",
                     *       "originExecutionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "version": 1,
                     *       "question": "How many days may I work from home?",
                     *       "language": "en",
                     *       "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *       "expectations": {
                     *         "refusal": false,
                     *         "documents": [],
                     *         "facts": [],
                     *         "absent": [],
                     *         "hidden": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestion"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getGoldenQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The golden question */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "active",
                     *       "originExecutionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "version": 1,
                     *       "question": "How many days may I work from home?",
                     *       "language": "en",
                     *       "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *       "expectations": {
                     *         "refusal": false,
                     *         "documents": [],
                     *         "facts": [],
                     *         "absent": [],
                     *         "hidden": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestion"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteGoldenQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    updateGoldenQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "retired"
                 *     }
                 */
                "application/json": components["schemas"]["GoldenQuestionChanges"];
            };
        };
        responses: {
            /** @description The changed golden question */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "active",
                     *       "originExecutionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "version": 1,
                     *       "question": "How many days may I work from home?",
                     *       "language": "en",
                     *       "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *       "expectations": {
                     *         "refusal": false,
                     *         "documents": [],
                     *         "facts": [],
                     *         "absent": [],
                     *         "hidden": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestion"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listGoldenQuestionVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first, at most 100 */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "question": "How many days may I work from home?",
                     *           "language": "en",
                     *           "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *           "expectations": {
                     *             "refusal": false,
                     *             "documents": [],
                     *             "facts": [],
                     *             "absent": [],
                     *             "hidden": []
                     *           },
                     *           "version": 1,
                     *           "changedBy": "0197e0b2-0000-7000-8000-000000000000",
                     *           "createdAt": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestionVersions"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    createGoldenQuestionFromExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Added */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "status": "active",
                     *       "originExecutionId": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "updatedAt": "2026-03-02T09:30:00.000Z",
                     *       "version": 1,
                     *       "question": "How many days may I work from home?",
                     *       "language": "en",
                     *       "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *       "expectations": {
                     *         "refusal": false,
                     *         "documents": [],
                     *         "facts": [],
                     *         "absent": [],
                     *         "hidden": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestion"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    exportGoldenQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One per line, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestionLines"];
                };
            };
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    importGoldenQuestions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": "{\"question\": \"How many days?\", \"expectations\": {\"facts\": [\"three\"]}}"
                 *     }
                 */
                "application/json": components["schemas"]["GoldenQuestionImport"];
            };
        };
        responses: {
            /** @description What was added, and which lines were not */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "refused": [
                     *         {
                     *           "line": 1,
                     *           "message": "The document contains no text."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GoldenQuestionsImported"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited.quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listEvaluationRuns: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197e0b2-0000-7000-8000-000000000000",
                     *           "name": "handbook",
                     *           "startedBy": "0197e0b2-0000-7000-8000-000000000000",
                     *           "state": "waiting",
                     *           "reason": null,
                     *           "settings": {},
                     *           "settingsHash": null,
                     *           "total": 1,
                     *           "createdAt": "2026-03-02T09:30:00.000Z",
                     *           "startedAt": "2026-03-02T09:30:00.000Z",
                     *           "endedAt": "2026-03-02T09:30:00.000Z",
                     *           "figures": {
                     *             "answered": 1,
                     *             "right": 1,
                     *             "closest": 1,
                     *             "wrong": 1,
                     *             "refused": 1,
                     *             "failed": 1,
                     *             "leaks": 1,
                     *             "ranked": 1,
                     *             "hitsAt1": 1,
                     *             "hitsAt5": 1,
                     *             "hitsAt10": 1,
                     *             "medianMs": 1,
                     *             "promptTokens": 1,
                     *             "completionTokens": 1,
                     *             "costUsd": 1
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationRunList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    startEvaluationRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, one per request that is meant once. The same key with the same body gives the same answer for 24 hours, marked by the header `Idempotency-Replayed: true`; with another body it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "before the new embedder"
                 *     }
                 */
                "application/json": components["schemas"]["NewEvaluationRun"];
            };
        };
        responses: {
            /** @description Waits for a worker */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "startedBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "state": "waiting",
                     *       "reason": null,
                     *       "settings": {},
                     *       "settingsHash": null,
                     *       "total": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "startedAt": "2026-03-02T09:30:00.000Z",
                     *       "endedAt": "2026-03-02T09:30:00.000Z",
                     *       "figures": {
                     *         "answered": 1,
                     *         "right": 1,
                     *         "closest": 1,
                     *         "wrong": 1,
                     *         "refused": 1,
                     *         "failed": 1,
                     *         "leaks": 1,
                     *         "ranked": 1,
                     *         "hitsAt1": 1,
                     *         "hitsAt5": 1,
                     *         "hitsAt10": 1,
                     *         "medianMs": 1,
                     *         "promptTokens": 1,
                     *         "completionTokens": 1,
                     *         "costUsd": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationRun"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict.idempotency_conflict.idempotency_in_progress"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    getEvaluationRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "startedBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "state": "waiting",
                     *       "reason": null,
                     *       "settings": {},
                     *       "settingsHash": null,
                     *       "total": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "startedAt": "2026-03-02T09:30:00.000Z",
                     *       "endedAt": "2026-03-02T09:30:00.000Z",
                     *       "figures": {
                     *         "answered": 1,
                     *         "right": 1,
                     *         "closest": 1,
                     *         "wrong": 1,
                     *         "refused": 1,
                     *         "failed": 1,
                     *         "leaks": 1,
                     *         "ranked": 1,
                     *         "hitsAt1": 1,
                     *         "hitsAt5": 1,
                     *         "hitsAt10": 1,
                     *         "medianMs": 1,
                     *         "promptTokens": 1,
                     *         "completionTokens": 1,
                     *         "costUsd": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationRun"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    deleteEvaluationRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    stopEvaluationRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197e0b2-0000-7000-8000-000000000000",
                     *       "name": "handbook",
                     *       "startedBy": "0197e0b2-0000-7000-8000-000000000000",
                     *       "state": "waiting",
                     *       "reason": null,
                     *       "settings": {},
                     *       "settingsHash": null,
                     *       "total": 1,
                     *       "createdAt": "2026-03-02T09:30:00.000Z",
                     *       "startedAt": "2026-03-02T09:30:00.000Z",
                     *       "endedAt": "2026-03-02T09:30:00.000Z",
                     *       "figures": {
                     *         "answered": 1,
                     *         "right": 1,
                     *         "closest": 1,
                     *         "wrong": 1,
                     *         "refused": 1,
                     *         "failed": 1,
                     *         "leaks": 1,
                     *         "ranked": 1,
                     *         "hitsAt1": 1,
                     *         "hitsAt5": 1,
                     *         "hitsAt10": 1,
                     *         "medianMs": 1,
                     *         "promptTokens": 1,
                     *         "completionTokens": 1,
                     *         "costUsd": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationRun"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
            507: components["responses"]["insufficient_storage"];
        };
    };
    listEvaluationResults: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the run */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "position": 1,
                     *           "questionId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "version": 1,
                     *           "askedAs": "0197e0b2-0000-7000-8000-000000000000",
                     *           "verdict": "right",
                     *           "executionId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "outcome": null,
                     *           "answer": "Up to three days a week may be worked from home [1].",
                     *           "answeredAt": "2026-03-02T09:30:00.000Z",
                     *           "question": "How many days may I work from home?"
                     *         }
                     *       ],
                     *       "nextCursor": "c3VtbWVyLjAxOTdlMGIy"
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationResultList"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
    compareEvaluationRuns: {
        parameters: {
            query: {
                /** @description The earlier run. */
                with: string;
                /** @description Another run under the settings of the earlier one; unset: the newest that there is. */
                noise?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What changed first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pairs": 1,
                     *       "changed": 1,
                     *       "lost": 1,
                     *       "won": 1,
                     *       "p": 1,
                     *       "noise": null,
                     *       "items": [
                     *         {
                     *           "questionId": "0197e0b2-0000-7000-8000-000000000000",
                     *           "question": "How many days may I work from home?",
                     *           "before": "right",
                     *           "after": "right",
                     *           "isSameVersion": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationComparison"];
                };
            };
            400: components["responses"]["unparsable_request"];
            401: components["responses"]["unauthenticated.credential_missing.credential_malformed.credential_expired"];
            403: components["responses"]["forbidden.key_unconfirmed.account_inactive"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["storage_unavailable.shutting_down"];
        };
    };
}
